/** What a list was asked for, as it stands in an address: `?q=` and `?sort=`. */

export interface ListQuery<Sort extends string> {
	/** The words looked for; empty for all. */
	q: string;
	sort: Sort;
}

const maxSearchLength = 100;

/** What an address asks for; the first sort is the standard one, and stands for any that is none. */
export function parseListQuery<Sort extends string>(
	url: URL,
	sorts: readonly [Sort, ...Sort[]],
): ListQuery<Sort> {
	const sort = url.searchParams.get("sort");
	return {
		q: (url.searchParams.get("q") ?? "").trim().slice(0, maxSearchLength),
		sort: sorts.find((known) => known === sort) ?? sorts[0],
	};
}

/** The same address asking for this; what is standard is left out. */
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
		if (value) url.searchParams.set(name, value);
		else url.searchParams.delete(name);
	}
	return url.pathname + url.search;
}
