import { describe, expect, it } from "vitest";
import { isFiltered, parseCatalogueQuery, withFilter, withoutFilters } from "./catalogue.ts";

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
