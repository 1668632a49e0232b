/** The search and sort of a list, in the URL as `?q=` and `?sort=`. */
import { pasted } from "../../values/pasted.ts";

export interface ListQuery<Sort extends string> {
	/** The search text; empty for all items. */
	q: string;
	sort: Sort;
}

const maxSearchLength = 100;

/** Reads the list query from a URL. The first sort is the default, also for an unknown one. */
export function parseListQuery<Sort extends string>(
	url: URL,
	sorts: readonly [Sort, ...Sort[]],
): ListQuery<Sort> {
	const sort = url.searchParams.get("sort");
	return {
		q: pasted(url.searchParams.get("q") ?? "").slice(0, maxSearchLength),
		sort: sorts.find((known) => known === sort) ?? sorts[0],
	};
}

/** The URL's path and query with this list query, always in the same order. Defaults are omitted. */
export function urlWithListQuery<Sort extends string>(
	href: string,
	listQuery: ListQuery<Sort>,
	defaultSort: Sort,
): string {
	const url = new URL(href);
	const params = {
		q: listQuery.q.trim(),
		sort: listQuery.sort === defaultSort ? "" : listQuery.sort,
	};
	for (const [name, value] of Object.entries(params)) {
		url.searchParams.delete(name);
		if (value) url.searchParams.append(name, value);
	}
	return url.pathname + url.search;
}
