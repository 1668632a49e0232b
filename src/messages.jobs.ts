/** The texts of the workshop jobs' pages. */
import { name as shopName } from "./config/config.ts";

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
