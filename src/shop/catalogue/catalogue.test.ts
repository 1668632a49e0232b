import { describe, expect, it } from "vitest";
import { encodeCursor } from "../../values/paging.ts";
import {
	type FacetValues,
	facetsOf,
	isFiltered,
	parseCatalogueQuery,
	toSearchParams,
	withFilter,
	withoutFilters,
} from "./catalogue.ts";

const parse = (query: string) => parseCatalogueQuery(new URLSearchParams(query));
const cursor = { value: 5, id: "tool" };

describe("another filter", () => {
	it("is added, on the first page", () => {
		const query = { ...parse("q=chain&rating=4"), cursor };
		expect(withFilter(query, { inStock: true })).toEqual({
			q: "chain",
			filter: { wellRated: true, inStock: true },
			sort: undefined,
			cursor: undefined,
		});
	});

	it("of the price sorts by price, unless another sort was chosen", () => {
		const changes = { maxCents: 5000 };
		expect(withFilter(parse(""), changes).sort).toBe("price");
		expect(withFilter(parse("sort=rating"), changes).sort).toBe("rating");
		expect(withFilter(parse("price-to=20"), { maxCents: undefined }).sort).toBe("newest");
	});

	it("is none after all are removed", () => {
		const { filter, sort } = withoutFilters(parse("category=chain&price-to=20&in-stock=1"));
		expect([JSON.stringify(filter), sort]).toEqual(["{}", "newest"]);
	});
});

it.each([
	["", false],
	["q=chain&sort=price", false],
	["category=chain", false],
	["category=chain&in-stock=1", true],
	["price-from=5", true],
	["fits=cassette:xd", true],
])("%j is filtered beside its category: %s", (query, expected) => {
	expect(isFiltered(parse(query))).toBe(expected);
	expect(isFiltered(withFilter(parse(query), { inStock: undefined }))).toBe(
		expected && !query.includes("in-stock"),
	);
});

describe("an address", () => {
	const whole =
		"q=chain&category=a-1&price-from=5&price-to=20&in-stock=1&rating=4&fits=cassette%3Axd";

	it("is written as it was read", () => {
		const text = encodeCursor(cursor);
		const query = `${whole}&sort=rating&cursor=${text}`;
		expect(parse(query)).toEqual({
			q: "chain",
			filter: {
				category: "a-1",
				minCents: 500,
				maxCents: 2000,
				inStock: true,
				wellRated: true,
				fits: "cassette:xd",
			},
			sort: "rating",
			cursor,
		});
		expect(String(toSearchParams(parse(query)))).toBe(query);
		expect(toSearchParams(parse(query), true).has("category")).toBe(false);
		expect(String(toSearchParams(parse("")))).toBe("");
	});

	it.each(["newest", "price", "-price", "rating"])(
		"names the sort %s unless it is the default",
		(sort) => {
			for (const [filter, byDefault] of [
				["", "newest"],
				["price-to=20&", "price"],
				["price-from=20&", "price"],
				["q=chain&", undefined],
			] as const) {
				const query = parse(`${filter}sort=${sort}`);
				expect(query.sort).toBe(sort);
				expect(toSearchParams(query).get("sort")).toBe(sort === byDefault ? null : sort);
				expect(parse(filter).sort).toBe(byDefault);
			}
		},
	);

	it.each([
		"category=",
		"category=-a",
		"category=A",
		`category=${"a".repeat(61)}`,
		"category=a&category=b",
		"category=a%2Fb",
		"price-from=0",
		"price-from=1.5",
		"price-from=x1",
		"price-to=12345678",
		"price-to=1000000",
		"in-stock=0",
		"rating=5",
		"fits=",
		"fits=x",
		"sort=oldest",
		"cursor=",
		"cursor=x",
		`cursor=${encodeCursor(cursor)}%3D`,
		`cursor=${btoa('[5, "tool"]')}`,
		"q=",
	])("leaves out %s", (query) => {
		const expected = { q: undefined, filter: {}, sort: "newest", cursor: undefined };
		expect(parse(query)).toStrictEqual(expected);
	});

	it("has limits of the price that leave something between them", () => {
		expect(parse("price-from=20&price-to=20").filter).toEqual({ minCents: 2000, maxCents: 2000 });
		expect(parse("price-from=21&price-to=20").filter).toEqual({ minCents: 2000, maxCents: 2100 });
		expect(parse(`category=${"a".repeat(60)}`).filter.category).toHaveLength(60);
	});

	it("has the category of its path", () => {
		const query = parseCatalogueQuery(new URLSearchParams("category=b"), "a");
		expect(query.filter).toEqual({ category: "a" });
	});
});

describe("the counts beside the choices", () => {
	const counts = (
		toolCount: number,
		inStockCount: number,
		wellRatedCount: number,
		both: number,
	) => ({
		toolCount,
		inStockCount,
		wellRatedCount,
		wellRatedInStockCount: both,
		onSaleCount: 2,
	});
	const stored = (slug: string, ...numbers: [number, number, number, number]) => ({
		slug,
		name: slug,
		description: "",
		image: null,
		position: 1,
		...counts(...numbers),
	});
	const categories = [
		stored("a", 40, 30, 20, 10),
		stored("b", 4, 3, 2, 1),
		stored("c", 0, 0, 0, 0),
	];
	const whole = counts(50, 35, 25, 15);
	const facets = (query: string, all?: FacetValues[]) => {
		const { category, ...others } = facetsOf(parse(query), categories, whole, all);
		return {
			...others,
			category: category?.slug,
			categories: others.categories.map(({ facet }) => facet),
		};
	};

	it("are stored for category, stock and rating", () => {
		expect(facets("")).toEqual({
			category: undefined,
			categories: [40, 4, 0],
			chosen: 50,
			anyCategory: 50,
			inStock: 35,
			wellRated: 25,
			onSale: 2,
		});
		expect(facets("category=a&in-stock=1")).toEqual({
			category: "a",
			categories: [30, 3, 0],
			chosen: 30,
			anyCategory: 35,
			inStock: 30,
			wellRated: 10,
			onSale: undefined,
		});
		// How many of what is on sale are in stock is not stored.
		expect(facets("sale=1")).toEqual({
			category: undefined,
			categories: [2, 2, 0],
			chosen: 2,
			anyCategory: 2,
			onSale: 2,
			inStock: undefined,
			wellRated: undefined,
		});
		expect(facets("rating=4")).toMatchObject({ categories: [20, 2, 0], chosen: 25, inStock: 15 });
		expect(facets("category=lost")).toMatchObject({
			category: undefined,
			chosen: 0,
			anyCategory: 50,
		});
	});

	it.each(["q=chain", "price-to=20", "price-from=5", "fits=cassette:xd"])(
		"are not known with %s, but where there is nothing",
		(query) => {
			expect(facets(query)).toEqual({
				category: undefined,
				categories: [undefined, undefined, 0],
				chosen: undefined,
				anyCategory: undefined,
				inStock: undefined,
				wellRated: undefined,
				onSale: undefined,
			});
		},
	);

	it("are exact where all that matches is known, and for what narrows it", () => {
		const tool = (categorySlug: string | null, inStock: boolean, wellRated: boolean | null) => ({
			categorySlug,
			inStock,
			wellRated,
			priorPriceCents: inStock ? 100 : null,
		});
		const all = [
			tool("a", true, true),
			tool("a", false, null),
			tool("b", true, false),
			tool(null, false, true),
		];
		expect(facets("q=chain", all)).toEqual({
			category: undefined,
			categories: [2, 1, 0],
			chosen: 4,
			anyCategory: 4,
			inStock: 2,
			wellRated: 2,
			onSale: 2,
		});
		expect(facets("q=chain&category=a", all.slice(0, 2))).toEqual({
			category: "a",
			categories: [2, undefined, 0],
			chosen: 2,
			anyCategory: undefined,
			inStock: 1,
			wellRated: 1,
			onSale: 1,
		});
		// Only the stored counts are used without a search.
		expect(facets("category=a", all).chosen).toBe(40);
	});
});
