/** The slides of the home page's carousel. */
import bench from "../../assets/slides/bench.svg";
import drivetrain from "../../assets/slides/drivetrain.svg";
import wheelTruing from "../../assets/slides/wheel-truing.svg";
import workshopWall from "../../assets/slides/workshop-wall.svg";

export const slides = [
	{
		id: "slide-wall",
		image: workshopWall,
		title: "A hook for every tool",
		text: "Workshop tools and parts for bicycles, each listed with what it fits and what it does not.",
		alt: "A pegboard wall with bicycle tools hung on hooks, each over its painted outline; one outline is empty.",
	},
	{
		id: "slide-wheel",
		image: wheelTruing,
		title: "True wheels without guessing",
		text: "A stiff stand and a snug spoke wrench show you a wobble long before you feel it on the road.",
		alt: "A spoked wheel in a truing stand, with the indicator close to the rim and a spoke wrench on a nipple.",
	},
	{
		id: "slide-drivetrain",
		image: drivetrain,
		title: "Check the chain, save the cassette",
		text: "A worn chain wears out everything it touches; a simple gauge tells you when to change it.",
		alt: "A cassette with a chain running over it and a chain wear checker resting in the links.",
	},
	{
		id: "slide-bench",
		image: bench,
		title: "Tight enough, and no tighter",
		text: "Torque wrenches and hex keys in the range that stems, seatposts and rotors require.",
		alt: "A workbench with a torque wrench, a handlebar stem, a notebook and a mug in front of a pegboard.",
	},
] as const;
