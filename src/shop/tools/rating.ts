/** The average of a tool's reviews. */
import { locale } from "../config/config.ts";
import type { Tool } from "./tools.ts";

export type ToolRating = NonNullable<Tool["rating"]>;

/** Writes an average with one decimal. */
export function formatAverage(average: number): string {
	return average.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
