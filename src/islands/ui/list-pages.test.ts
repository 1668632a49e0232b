import { expect, test } from "vitest";
import { fetchUntil, type PageQuery } from "./list-pages.ts";

type Sort = "name";
const listQuery = { q: " x ", sort: "name" } as const;
const getId = (item: number) => String(item);

/** A list of `total` numbers. Each page repeats the last item of the page before, as happens when rows move. */
function numbers(total: number) {
	const queries: PageQuery<Sort>[] = [];
	const fetchPage = async (query: PageQuery<Sort>) => {
		queries.push(query);
		const start = Number(query.cursor ?? 0);
		const end = Math.min(start + Number(query.limit), total);
		const first = Math.max(start - 1, 0);
		const items = Array.from({ length: end - first }, (_, index) => first + index);
		return { items, next: end < total ? String(end) : undefined };
	};
	return { queries, fetchPage };
}

test("fetches as many pages as needed, none larger than the API's maximum", async () => {
	const { queries, fetchPage } = numbers(1000);
	const page = await fetchUntil(fetchPage, getId, listQuery, 250);
	expect(page.items).toEqual(Array.from({ length: page.items.length }, (_, index) => index));
	expect(page.items.length).toBeGreaterThanOrEqual(250);
	expect(queries.every(({ limit, q }) => Number(limit) <= 100 && q === "x")).toBe(true);
	expect(queries[0]).not.toHaveProperty("cursor");
});

test("loading more keeps the items, and a repeated item appears once", async () => {
	const { fetchPage } = numbers(5);
	const page = await fetchUntil(fetchPage, getId, listQuery, 5, { items: [0, 1], next: "2" });
	expect(page).toEqual({ items: [0, 1, 2, 3, 4], next: undefined });
});

test("keeps truncatedTo up to the last page", async () => {
	const { fetchPage } = numbers(250);
	const truncated = async (query: PageQuery<Sort>) => ({
		...(await fetchPage(query)),
		truncatedTo: 250,
	});
	expect((await fetchUntil(truncated, getId, listQuery, 300)).truncatedTo).toBe(250);
	expect((await fetchUntil(fetchPage, getId, listQuery, 300)).truncatedTo).toBe(undefined);
});

test("stops at the end of the list", async () => {
	const { queries, fetchPage } = numbers(0);
	expect(await fetchUntil(fetchPage, getId, listQuery, 50)).toEqual({ items: [], next: undefined });
	expect(queries).toHaveLength(1);
});
