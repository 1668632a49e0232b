/** Tools and filters of the catalogue: each filter in each order, and tools that each filter finds some of. */
import { env } from "cloudflare:workers";
import {
	type CatalogueFilter,
	type CatalogueQuery,
	catalogueSorts,
	maxCategories,
} from "../../src/shop/catalogue/catalogue.ts";

/** Inserts as many categories as a shop may have: c0, c1 and so on. */
export async function insertCategories(): Promise<void> {
	await env.DB.batch(
		Array.from({ length: maxCategories }, (_, index) =>
			env.DB.prepare("insert into categories (slug, name, position) values (?1, ?1, ?2)").bind(
				`c${index}`,
				index,
			),
		),
	);
}

/** Inserts tools up to a number, in categories, prices, stocks and ratings that repeat with different periods. */
export async function insertToolsUpTo(n: number): Promise<void> {
	await env.DB.prepare(
		`with recursive numbers(n) as (select (select count(*) from tools) + 1 union all select n + 1 from numbers where n < ?)
		insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, category_slug, archived_at, stars_5, stars_3)
		select 't' || n, 'Tool ' || n, '', '/images/none', 2, n % 5, 5, 100 * (1 + n * 7 % 90), 1000 + n / 2, n, case when n % 4 > 0 then 'c' || (n % 4) end, case when n % 11 = 0 then n end, n % 3, n % 2 * 3 from numbers`,
	)
		.bind(n)
		.run();
}

/** Deletes them. */
export async function deleteTools(): Promise<void> {
	await env.DB.prepare("delete from tools").run();
}

const pick = <T>(...values: T[]) => values;
const filters: CatalogueFilter[] = pick(undefined, "c1").flatMap((category) =>
	pick(undefined, true).flatMap((inStock) =>
		pick(undefined, true).flatMap((wellRated) =>
			pick([], [3000], [undefined, 5000], [3000, 5000]).map(([minCents, maxCents]) => ({
				category,
				inStock,
				wellRated,
				minCents,
				maxCents,
			})),
		),
	),
);
/** Each filter in each order. */
export const queries: CatalogueQuery[] = filters.flatMap((filter) =>
	catalogueSorts.map((sort) => ({ q: undefined, filter, sort, cursor: undefined })),
);
