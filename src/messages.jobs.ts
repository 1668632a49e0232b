/** The texts of the workshop jobs' pages. */
import { name as shopName } from "./config/config.ts";
import { minutes } from "./messages.numbers.ts";

/** Before a kit with the tools of a job. */
export const asKit = "As a kit, with one price";
export const showMyTools = "Show my tools";
export const also = "Also";
export const steps = "Steps";
export const watchFor = "Watch for";
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
	`${count} jobs on a bicycle, step by step, with the tools and torque values each takes, from ${shopName}.`;
export const jobsIntroduction =
	"What each takes: time, tools, torque values with their source, and the steps. Times are for the second time you do it.";
export const print = "Print";
export const whenItGoesWrong = "When it goes wrong";
/** What a job costs: the tools of this shop, and a workshop. */
export const costTools = "The tools";
export const yoursToKeep = "yours to keep";
export const atLeast = (price: string) => `from ${price}`;
export const costWorkshop = "A workshop";
export const about = (price: string) => `about ${price}`;
export const eachTime = (count: number, hour: string) =>
	`each time: ${minutes(count)} of work at ${hour} an hour`;
