/** What a search finds, and what is suggested while it is typed. */

import type { Cursor } from "../../values/paging.ts";
import type { Category, Facets } from "../catalogue/catalogue.ts";
import type { FitMark } from "../fit/fit-marks.ts";
import type { ListedTool } from "../tools/tools.ts";
import type { SearchableJob } from "./jobs.ts";
import type { NamedStandard } from "./standards.ts";

export interface SearchablePage {
	/** Its name in content/legal. */
	id: string;
	title: string;
	path: string;
	/** What visitors type who want it. */
	phrases: readonly string[];
}

/** A suggestion for a search, as `/suggest` returns it: a path of the shop. */
export interface Suggestion {
	name: string;
	href: string;
	/** "Tool", "Symptom", "Job" or "Help". */
	label: string;
	/** The picture of a tool or a job, and a tool's price as text. */
	image?: string;
	price?: string;
}

export interface SearchedFit {
	standards: readonly NamedStandard[];
	marks: ReadonlyMap<string, FitMark>;
}

export interface SearchResult {
	tools: ListedTool[];
	/** What the tools are if none matches: those with something of the search, or else the newest, or none if other help is. */
	near: "nearest" | "newest" | "none" | undefined;
	next: Cursor | undefined;
	facets: Facets;
	/** The nearest categories if nothing is found. */
	nearCategories: Category[];
	/** The search that was made instead of what was typed, if a word was corrected. */
	correctedTo: string | undefined;
	jobs: SearchableJob[];
	/** The page of the symptom that it is. */
	symptoms: SearchablePage[];
	/** The pages of the shop that it is about. */
	pages: SearchablePage[];
	/** What the search names of a bike, where no tool's name has it. */
	standards: NamedStandard[];
	/** If it names standards: these, and whether each tool fits them, by its id. */
	fit: SearchedFit | undefined;
	/** The price that was searched for. */
	minCents: number | undefined;
	maxCents: number | undefined;
}
