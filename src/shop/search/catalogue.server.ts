/** The search of /tools. */
import type { CatalogueQuery } from "../catalogue/catalogue.ts";
import { bikeFilter } from "../fit/bike-filter.server.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { searchContent } from "./content.server.ts";
import type { SearchPage } from "./result.ts";
import { searchTools } from "./search.server.ts";
import { findStandards } from "./standards.ts";

/** Returns a page of a search with its filters; undefined if there is no such category. */
export async function searchCatalogue(
	q: string,
	{ filter, sort, cursor }: CatalogueQuery,
): Promise<SearchPage | undefined> {
	const { lexicon, jobs } = await searchContent();
	const accepts = await bikeFilter(filter.fits);
	const result = await searchTools({ ...filter, q, sort, cursor, accepts }, lexicon, jobs);
	if (!result) return undefined;
	const standards = result.near ? findStandards(q, await readVocabulary(), lexicon) : [];
	return { ...result, standards };
}
