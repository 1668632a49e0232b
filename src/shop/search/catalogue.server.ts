/** The search of /tools. */
import { decodeCursor } from "../paging.ts";
import { searchContent } from "./content.server.ts";
import type { SearchResult } from "./result.ts";
import { searchTools } from "./search.server.ts";

/** Returns a page of a search, from the cursor in the URL. An invalid cursor is ignored. */
export async function searchCatalogue(q: string, cursor: string | null): Promise<SearchResult> {
	const { lexicon, jobs } = await searchContent();
	const decoded = cursor === null ? null : decodeCursor(cursor);
	return searchTools({ q, cursor: decoded ?? undefined }, lexicon, jobs);
}
