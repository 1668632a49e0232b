/** Fetches a list page by page, by cursor. */
import type { ListPage } from "../../values/paging.ts";
import type { ListQuery } from "./list-query.ts";

/** The query of a page, as the list endpoints accept it. */
export interface PageQuery<Sort extends string> {
	q?: string;
	sort: Sort;
	limit: string;
	cursor?: string;
}

/** Maximum page size of the API. */
const maxPageSize = 100;

/** Fetches pages after `from` until there are `count` items or the list ends. Each id appears once. */
export async function fetchUntil<Item, Sort extends string>(
	fetchPage: (query: PageQuery<Sort>) => Promise<ListPage<Item>>,
	getId: (item: Item) => string,
	{ q, sort }: ListQuery<Sort>,
	count: number,
	from?: ListPage<Item>,
): Promise<ListPage<Item>> {
	const items = new Map(from?.items.map((item) => [getId(item), item]));
	let cursor = from?.next;
	let truncatedTo = from?.truncatedTo;
	do {
		const limit = String(Math.min(Math.max(count - items.size, 1), maxPageSize));
		const searchText = q.trim();
		const page = await fetchPage({
			sort,
			limit,
			...(searchText && { q: searchText }),
			...(cursor && { cursor }),
		});
		for (const item of page.items) items.set(getId(item), item);
		cursor = page.next;
		truncatedTo = page.truncatedTo;
	} while (items.size < count && cursor !== undefined);
	return { items: [...items.values()], next: cursor, truncatedTo };
}
