/** The texts of the workshop jobs' pages. */
import { name as shopName } from "../config/config.ts";
import { minutes } from "./numbers.ts";

/** Before a kit with the tools of a job. */
export const asKit = "Or buy the kit";
export const someAsKit = "Some of these come in a kit";
export const showMyTools = "Show my tools";
export const also = "You'll also need";
export const steps = "Steps";
export const watchFor = "Watch out for";
export const torque = "Torque";
export const part = "Part";
export const source = "Source";
export const thisJobAsData = "This job as data";
export const licence = "CC BY 4.0";
export const whatFitsMyBike = "What fits my bike";
export const partsOfTheBike = "Parts of the bike";
export const asData = (job: string) => `${job}, as data`;
/** After "This job as data". */
export const underLicence = "under {}.";
export const jobsDescription = (count: number) =>
	`${count} bike jobs, step by step, with the tools and torque values for each, from ${shopName}.`;
export const jobsIntroduction =
	"What each one takes: time, tools, torque values with their sources, and the steps. Times assume you've done it once before.";
export const print = "Print";
export const whenItGoesWrong = "If something goes wrong";
/** What a job costs: the tools of this shop, and a workshop. */
export const costTools = "The tools";
export const yoursToKeep = "yours to keep";
export const atLeast = (price: string) => `from ${price}`;
export const costWorkshop = "A workshop";
export const about = (price: string) => `about ${price}`;
export const eachTime = (count: number, hour: string) =>
	`per visit (${minutes(count)} at ${hour}/hour)`;
