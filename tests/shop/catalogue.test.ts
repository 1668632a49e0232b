/** The catalogue's filters: each combination finds what it says, a page at a time. tests/worker/catalogue.test.ts counts the rows they read. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue, windowSize } from "../../src/shop/catalogue/catalogue.server.ts";
import {
	type CatalogueFilter,
	type CatalogueQuery,
	parseCatalogueQuery,
	withFilter,
} from "../../src/shop/catalogue/catalogue.ts";
import { searchCatalogue } from "../../src/shop/search/lists.server.ts";
import { cataloguePageSize } from "../../src/shop/tools/tools.ts";
import { deleteTools, insertCategories, insertToolsUpTo, queries } from "../helpers/catalogue.ts";
import { addDemoCatalogue } from "../helpers/demo-catalogue.ts";

interface Expected {
	id: string;
	category_slug: string | null;
	price_cents: number;
	created_at: number;
	rank: number;
	rated: number;
	stock: number;
}

/** All tools that a query finds, in their order, without the shop's code. */
function expectedIds(tools: Expected[], { filter, sort }: CatalogueQuery): string[] {
	const { category, inStock, wellRated, minCents = 0, maxCents = Infinity } = filter;
	const key = (tool: Expected) =>
		sort === "newest" ? tool.created_at : sort === "rating" ? tool.rank : tool.price_cents;
	const sign = sort === "price" ? 1 : -1;
	return tools
		.filter(
			(tool) =>
				(category === undefined || tool.category_slug === category) &&
				(!inStock || tool.stock) &&
				(!wellRated || tool.rated) &&
				tool.price_cents >= minCents &&
				tool.price_cents <= maxCents,
		)
		.sort((a, b) => sign * (key(a) - key(b) || (a.id < b.id ? -1 : 1)))
		.map(({ id }) => id);
}

beforeAll(insertCategories);

describe("with a hundred tools", () => {
	let tools: Expected[];

	beforeAll(async () => {
		await insertToolsUpTo(100);
		const found = await env.DB.prepare(
			"select id, category_slug, price_cents, created_at, rating_rank as rank, 5 * stars_5 + 3 * stars_3 >= 4 * (stars_5 + stars_3) and stars_5 > 0 as rated, quantity >= min_order_quantity as stock from tools where archived_at is null",
		).all<Expected>();
		tools = found.results;
	});

	afterAll(deleteTools);

	it("every filter finds its tools in every order, page by page", async () => {
		for (const query of queries) {
			const found: string[] = [];
			let cursor: CatalogueQuery["cursor"];
			do {
				const page = await loadCatalogue({ ...query, cursor });
				expect(page?.tools.length).toBeLessThanOrEqual(cataloguePageSize);
				found.push(...(page?.tools ?? []).map(({ _id }) => _id));
				cursor = page?.next;
			} while (cursor);
			expect(found, JSON.stringify(query)).toEqual(expectedIds(tools, query));
		}
	});

	it("counts beside the choices are what each choice finds, or not known", async () => {
		for (const query of queries) {
			const { facets } = (await loadCatalogue(query)) ?? {};
			if (!facets) throw new Error("no such category");
			const { filter } = query;
			const isLimited = (filter.minCents ?? filter.maxCents) !== undefined;
			for (const [facet, changes] of [
				[facets.chosen, {}],
				[facets.anyCategory, { category: undefined }],
				[facets.inStock, { inStock: true }],
				[facets.wellRated, { wellRated: true }],
				...facets.categories.map(({ facet, slug }) => [facet, { category: slug }] as const),
			] as const) {
				const { length } = expectedIds(tools, { ...query, filter: { ...filter, ...changes } });
				const message = JSON.stringify([query, changes, facet]);
				if (facet === undefined) expect(isLimited, message).toBe(true);
				else expect(facet, message).toBe(length);
			}
		}
	});

	it("a limit of the price in another order than by price looks at a part, and says so", async () => {
		const filter = { minCents: 3000, maxCents: 3500 };
		const page = await loadCatalogue({ q: undefined, filter, sort: "newest", cursor: undefined });
		expect(page).toMatchObject({ lookedAt: windowSize });
		expect(page?.next).toBeDefined();
		const byPrice = await loadCatalogue({ q: undefined, filter, sort: "price", cursor: undefined });
		expect(byPrice).toMatchObject({ lookedAt: undefined, next: undefined });
	});

	it("an unknown category is not found", async () => {
		const filter = { category: "nothing" };
		expect(
			await loadCatalogue({ q: undefined, filter, sort: "newest", cursor: undefined }),
		).toBeUndefined();
	});
});

describe("stored counts", () => {
	const counts = async () =>
		env.DB.prepare(
			"select tool_count as tools, in_stock_count as stock, well_rated_count as rated, well_rated_in_stock_count as both from categories where slug = 'c20'",
		).first();

	it("follows the tool: stock, reviews, category, archive and deletion", async () => {
		const run = async (sql: string) => {
			await env.DB.prepare(sql).run();
			return counts();
		};
		const review = (id: string, stars: number) =>
			run(
				`insert into reviews (id, author, rating, image, description, tool_id, created_at) values ('${id}', 'A', ${stars}, '', '', 'kept', 1)`,
			);
		expect(
			await run(
				"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, category_slug) values ('kept', '', '', '/images/none', 2, 2, 2, 1, 1, 1, 'c20')",
			),
		).toEqual({ tools: 1, stock: 1, rated: 0, both: 0 });
		expect(await run("update tools set quantity = 1 where id = 'kept'")).toMatchObject({
			stock: 0,
		});
		expect(await review("kept-1", 4)).toEqual({ tools: 1, stock: 0, rated: 1, both: 0 });
		expect(await run("update tools set min_order_quantity = 1 where id = 'kept'")).toMatchObject({
			both: 1,
		});
		expect(await review("kept-2", 3)).toEqual({ tools: 1, stock: 1, rated: 0, both: 0 });
		expect(await run("delete from reviews where id = 'kept-2'")).toMatchObject({ rated: 1 });
		expect(await run("update tools set archived_at = 1 where id = 'kept'")).toMatchObject({
			tools: 0,
			stock: 0,
			rated: 0,
			both: 0,
		});
		expect(await run("update tools set archived_at = null where id = 'kept'")).toMatchObject({
			both: 1,
		});
		expect(await run("update tools set category_slug = 'c21' where id = 'kept'")).toMatchObject({
			tools: 0,
			both: 0,
		});
		await env.DB.batch(
			["reviews where tool_id", "tools where id"].map((rows) =>
				env.DB.prepare(`delete from ${rows} = 'kept'`),
			),
		);
		const { results } = await env.DB.prepare(
			"select slug from categories where slug = 'c21' and tool_count + in_stock_count + well_rated_count <> 0",
		).all();
		expect(results).toEqual([]);
	});
});

describe("of the demo", () => {
	beforeAll(async () => {
		await deleteTools();
		await env.DB.exec("delete from categories");
		await addDemoCatalogue();
	});

	/** The tools of a query, on all of its pages, and the choices beside the first. */
	async function load(query: CatalogueQuery) {
		const ids: string[] = [];
		let cursor: CatalogueQuery["cursor"];
		const at = () => ({ ...query, cursor });
		const loadPage = () =>
			query.q === undefined ? loadCatalogue(at()) : searchCatalogue(query.q, at());
		const first = await loadPage();
		if (!first) throw new Error("no such category");
		let page: typeof first | undefined = first;
		while (page) {
			if (!("near" in page && page.near)) ids.push(...page.tools.map(({ _id }) => _id));
			cursor = page.next;
			page = cursor && (await loadPage());
		}
		return { ids, facets: first.facets, groups: "groups" in first ? first.groups : [] };
	}

	it("every chip finds a tool, and every choice as many as stand beside it", async () => {
		const narrowed = [
			"",
			"price-to=40",
			"price-from=30&price-to=90&sort=newest",
			"in-stock=1",
			"sale=1",
			"fits=chain:11",
			"fits=axle-front:12x100",
			"fits=cassette:hg-8-10,valve:presta",
			"q=chain",
			"q=wheel&price-to=20",
			"q=chain&fits=chain:11",
			"q=wrench&in-stock=1",
		];
		const chips: string[] = [];
		const { facets } = await load(parseCatalogueQuery(new URLSearchParams()));
		const categories = [undefined, ...facets.categories.map(({ slug }) => slug)];
		for (const [at, category] of categories.entries()) {
			// Each with each category would be thousands of queries: each is in some of them, and all are without one.
			for (const params of narrowed.filter((_, nth) => !category || (at + nth) % 4 === 0)) {
				const query = parseCatalogueQuery(
					new URLSearchParams(`${params}${category ? `&category=${category}` : ""}`),
				);
				const found = await load(query);
				const { facets, groups } = found;
				const choices: [CatalogueFilter, number | undefined][] = [
					[{}, facets.chosen],
					[{ category: undefined }, facets.anyCategory],
					[{ inStock: true }, facets.inStock],
					[{ wellRated: true }, facets.wellRated],
					[{ onSale: true }, query.q === undefined ? facets.onSale : undefined],
					...facets.categories.map(({ slug, facet }): [CatalogueFilter, number | undefined] => [
						{ category: slug },
						facet,
					]),
				];
				for (const [change, count] of choices) {
					// A choice that nothing stands beside, or that is not shown.
					if (count === undefined || (count === 0 && query.q !== undefined)) continue;
					const { ids } = await load(withFilter(query, change));
					expect(ids.length, JSON.stringify([query, change])).toBe(count);
				}
				// A bike is one parameter, so a chip takes its place.
				if (query.filter.fits) continue;
				for (const { dimension, standards } of groups) {
					for (const standard of standards) {
						const fits = `${dimension}:${standard}`;
						const { ids } = await load(withFilter(query, { fits }));
						expect(ids.length, JSON.stringify([query, fits])).toBeGreaterThan(0);
						chips.push(fits);
					}
				}
			}
		}
		expect(chips).toEqual(expect.arrayContaining(["tire:tubeless", "cassette:hg-8-10"]));
	});
});
