/** The average of a tool's reviews. */
import { locale } from "../config/config.ts";
import type { Tool } from "./tools.ts";

export interface ToolRating {
	count: number;
	/** From 1 to 5. */
	average: number;
}

/** A tool as cards show it. Without reviews it has no rating. */
export interface ListedTool extends Tool {
	rating?: ToolRating | undefined;
}

/** Writes an average with one decimal. */
export function formatAverage(average: number): string {
	return average.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
