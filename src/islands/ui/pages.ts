/** Fetching a list page by page, by key. */
import type { ListPage } from "../../http/paging.ts";
import type { Asked } from "./asked.ts";

/** The query of a page as the list calls take it. */
export interface PageQuery<Sort extends string> {
	q?: string;
	sort: Sort;
	limit: string;
	cursor?: string;
}

/** The most a call gives at once. */
const mostAtOnce = 100;

/** Fetches until `count` items are there or the list ends, going on from `from`. Each id comes once. */
export async function fetchUpTo<Item, Sort extends string>(
	fetchPage: (query: PageQuery<Sort>) => Promise<ListPage<Item>>,
	idOf: (item: Item) => string,
	{ q, sort }: Asked<Sort>,
	count: number,
	from?: ListPage<Item>,
): Promise<ListPage<Item>> {
	const items = new Map(from?.items.map((item) => [idOf(item), item]));
	let cursor = from?.next;
	let newest = from?.newest;
	do {
		const limit = String(Math.min(Math.max(count - items.size, 1), mostAtOnce));
		const words = q.trim();
		const page = await fetchPage({
			sort,
			limit,
			...(words && { q: words }),
			...(cursor && { cursor }),
		});
		for (const item of page.items) items.set(idOf(item), item);
		cursor = page.next;
		newest = page.newest;
	} while (items.size < count && cursor !== undefined);
	return { items: [...items.values()], next: cursor, newest };
}
