/** What made-up customers asked about the demo's tools, and what the shop answered. The newest first. */

export interface DemoQuestion {
	tool: string;
	author: string;
	text: string;
	/** Without one it waits for somebody of the shop. */
	answer?: string;
	daysAgo: number;
}

/** How many of the last ones, which have answers, a demo shop without a history has. */
export const questionsWithoutHistory = 3;

export const demoQuestions: readonly DemoQuestion[] = [
	{
		tool: "headset-press",
		author: "Ida F.",
		text: "Can I press a PF30 bottom bracket with this, or do I need the drifts from somewhere else?",
		daysAgo: 0.4,
	},
	{
		tool: "inner-tube",
		author: "Raj M.",
		text: "Is the valve threaded over its whole length, so the nut can hold it?",
		daysAgo: 1.3,
	},
	{
		tool: "chain-checker",
		author: "Nora P.",
		text: "I have a 12-speed SRAM chain with the larger rollers. Can I trust the 0.5 side?",
		answer:
			"Not fully. The gauge pushes two rollers apart, so larger rollers read as more wear than there is. Measure once with a caliper over twelve links while the chain is new, and compare with that.",
		daysAgo: 11,
	},
	{
		tool: "floor-pump",
		author: "Ben A.",
		text: "Can I get a spare head or a seal for it? My pumps always start leaking after two years.",
		answer:
			"The head opens by hand, and its seal is a standard part. We'll put one in the parcel if you ask: just write to us with your order number.",
		daysAgo: 19,
	},
	{
		tool: "cassette-lockring-tool",
		author: "Sofia L.",
		text: "Does it fit a Campagnolo cassette?",
		answer:
			"No. Campagnolo lockrings have different splines, and this tool would round them off. It fits the twelve splines of Shimano, SRAM and most others.",
		daysAgo: 34,
	},
	{
		tool: "multi-tool",
		author: "Tom H.",
		text: "Would you carry this on a three-week tour, or take single keys?",
		answer:
			"For a tour we take single 4, 5 and 6 mm keys and a small chain tool. This one is for the roadside: its short levers won't move a pedal or a tight crank bolt.",
		daysAgo: 52,
	},
	{
		tool: "truing-stand",
		author: "Greta W.",
		text: "My front hub has a 15 x 110 thru-axle. Do I need an adapter?",
		answer:
			"Not for the width: it takes axles from 100 to 148 mm. You need something to stand in for the thru-axle; your fork's own axle, pushed through the hub, works.",
		daysAgo: 68,
	},
	{
		tool: "patch-kit",
		author: "Luis C.",
		text: "Do the patches hold on a TPU tube?",
		answer: "No, the cement needs butyl or latex. TPU tubes need their own patches.",
		daysAgo: 91,
	},
	{
		tool: "bottom-bracket-tool",
		author: "Anja R.",
		text: "How do I tell whether my cups are 44 or 41 mm? There's nothing printed on them.",
		answer:
			"Put a caliper across two opposite notches, from the outside of one ridge to the other. If it reads about 44 mm, this ring fits; if it's about 41 or 39 mm, you need a different one.",
		daysAgo: 23,
	},
	{
		tool: "torque-wrench",
		author: "Mia D.",
		text: "Can I use it to loosen bolts too? The handle looks long enough.",
		answer:
			"Please don't. Loosening a tight bolt takes more than the spring is made for, and the scale is off from then on. Loosen with a hex key and tighten with this.",
		daysAgo: 16,
	},
	{
		tool: "torque-wrench",
		author: "Paul E.",
		text: "Does it go below 4 Nm reliably? My carbon bar says 3.5 Nm.",
		answer:
			"Yes. It starts at 2 Nm, and 4 percent of 3.5 Nm is 0.14 Nm, less than the difference between a dry and a greased thread. Pull slowly and stop at the first click.",
		daysAgo: 27,
	},
];
