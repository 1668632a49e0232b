/** The texts of the workshop jobs' pages. */

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
