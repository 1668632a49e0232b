/** The search of /tools. */

import { bikeFilter } from "../catalogue/bike-filter.server.ts";
import type { CatalogueQuery } from "../catalogue/catalogue.ts";
import { searchContent } from "./content.server.ts";
import type { SearchResult } from "./result.ts";
import { searchTools } from "./search.server.ts";

/** Returns a page of a search with its filters; undefined if there is no such category. */
export async function searchCatalogue(
	q: string,
	{ filter, sort, cursor }: CatalogueQuery,
): Promise<SearchResult | undefined> {
	const accepts = await bikeFilter(filter.fits);
	return searchTools({ ...filter, q, sort, cursor, accepts }, await searchContent());
}
