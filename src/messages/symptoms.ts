/** The texts of the pages of symptoms. */
import { name as shopName } from "../config/config.ts";

export const symptoms = "What's wrong with your bike?";
export const symptomsDescription = `What riders notice on a bicycle, with the likely causes and the jobs that fix them, from ${shopName}.`;
export const symptomsIntroduction =
	"Choose what you notice. We'll show the likely causes, the likeliest first.";
export const causesOf = (symptom: string) =>
	`${symptom}: the likely causes, how to tell them apart, and the jobs that fix them.`;
export const allSymptoms = "All symptoms";
export const likelyCauses = "Likely causes, the likeliest first";
export const firstLook = "Check this first";
export const fixIt = "Fix it:";
