/** The average of a tool's reviews. */
import { locale } from "../config/config.ts";
import type { Tool } from "./tools.ts";

export type ToolRating = NonNullable<Tool["rating"]>;

/** A tool as cards show it. Without reviews it has no rating. */
export type ListedTool = Tool;

/** Writes an average with one decimal. */
export function formatAverage(average: number): string {
	return average.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
