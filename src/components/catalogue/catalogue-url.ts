import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import {
	type CatalogueQuery,
	defaultSort,
	toSearchParams,
} from "../../shop/catalogue/catalogue.ts";

/** Returns the address of a query: the page of its category, unless it is a search. */
export function catalogueUrl(query: CatalogueQuery): string {
	const { category } = query.filter;
	const isPath = category !== undefined && query.q === undefined;
	const path = isPath ? publicPaths.category(category) : sitePaths.tools;
	const params = toSearchParams(query, isPath);
	return params.size > 0 ? `${path}?${params}` : path;
}

/** Returns where search engines find a query. However it is sorted, a list has the same tools: its first page stands for all. */
export function canonicalUrl(query: CatalogueQuery): string {
	const isSorted = query.sort !== undefined && query.sort !== defaultSort(query.q, query.filter);
	return catalogueUrl(isSorted ? { ...query, sort: undefined, cursor: undefined } : query);
}
