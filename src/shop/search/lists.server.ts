/** Lists of tools that can be searched: the catalogue's by words, and others by text, with the corrections of words. */
import { bikeFilter } from "../catalogue/bike-filter.server.ts";
import type { CatalogueQuery } from "../catalogue/catalogue.ts";
import { listTools } from "../tools/tools.server.ts";
import { searchContent } from "./content.server.ts";
import { countMissed, isMissed } from "./missed.server.ts";
import type { SearchResult } from "./result.ts";
import { searchTools } from "./search.server.ts";

/** Returns a page of a search of the catalogue with its filters; undefined if there is no such category. */
export async function searchCatalogue(
	q: string,
	{ filter, sort, cursor }: CatalogueQuery,
): Promise<SearchResult | undefined> {
	const fitsBike = await bikeFilter(filter.fits);
	const result = await searchTools({ ...filter, q, sort, cursor, fitsBike }, await searchContent());
	const isWhole = !cursor && Object.values(filter).every((value) => value === undefined);
	if (isWhole && result && isMissed(result)) countMissed(q);
	return result;
}

type ListedTools = Awaited<ReturnType<typeof listTools>> & {
	/** The search that was made instead, if a word was corrected. */
	correctedTo?: string | undefined;
};

/**
 * Returns a page of tools, as `listTools` does. If no tool has the text of `q`, its misspelt words are corrected; if it
 * names a standard, such as `GXP`, the tools are those for it.
 */
export async function listOrCorrectTools(
	query: Parameters<typeof listTools>[0],
): Promise<ListedTools> {
	const page = await listTools(query);
	if (!query.q || page.tools.length > 0) return page;
	const found = await searchTools({ q: query.q }, await searchContent());
	if (!found) return page;
	const { tools, near, standards, correctedTo } = found;
	if (standards.length > 0 && !near && !query.cursor) {
		const listed = tools.slice(0, query.limit);
		return {
			...page,
			tools: query.ratings ? listed : listed.map(({ rating, address, ...tool }) => tool),
		};
	}
	if (correctedTo === undefined) return page;
	return { ...(await listTools({ ...query, q: correctedTo })), correctedTo };
}
