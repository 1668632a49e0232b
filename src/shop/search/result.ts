/** What a search finds. */
import type { Category, Facets } from "../catalogue/catalogue.ts";
import type { Cursor } from "../paging.ts";
import type { Tool } from "../tools/tools.ts";
import type { SearchableJob } from "./jobs.ts";
import type { NamedStandard } from "./standards.ts";

export interface SearchResult {
	tools: Tool[];
	/** What the tools are if none matches: those with something of the search, or else the newest. */
	near: "nearest" | "newest" | undefined;
	next: Cursor | undefined;
	facets: Facets;
	/** The nearest categories if nothing is found. */
	nearCategories: Category[];
	/** The search that was made instead of what was typed, if a word was corrected. */
	correctedTo: string | undefined;
	jobs: SearchableJob[];
	/** The price that was searched for. */
	minCents: number | undefined;
	maxCents: number | undefined;
}

/** A page of results. */
export interface SearchPage extends SearchResult {
	/** What the search names of a bike, if no tool matches. */
	standards: NamedStandard[];
}
