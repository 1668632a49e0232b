/** What a list was asked for, as it stands in an address: `?q=` and `?sort=`. */

export interface Asked<Sort extends string> {
	/** The words looked for; empty for all. */
	q: string;
	sort: Sort;
}

const longestWords = 100;

/** What an address asks for; the first sort is the standard one, and stands for any that is none. */
export function askedIn<Sort extends string>(
	address: URL,
	sorts: readonly [Sort, ...Sort[]],
): Asked<Sort> {
	const sort = address.searchParams.get("sort");
	return {
		q: (address.searchParams.get("q") ?? "").trim().slice(0, longestWords),
		sort: sorts.find((known) => known === sort) ?? sorts[0],
	};
}

/** The same address asking for this; what is standard is left out. */
export function addressAsking<Sort extends string>(
	address: string,
	asked: Asked<Sort>,
	standard: Sort,
): string {
	const url = new URL(address);
	const parts = { q: asked.q.trim(), sort: asked.sort === standard ? "" : asked.sort };
	for (const [name, value] of Object.entries(parts)) {
		if (value) url.searchParams.set(name, value);
		else url.searchParams.delete(name);
	}
	return url.pathname + url.search;
}
