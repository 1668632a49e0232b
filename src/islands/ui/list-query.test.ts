import { expect, test } from "vitest";
import { parseListQuery, urlWithListQuery } from "./list-query.ts";

const sorts = ["-createdAt", "name"] as const;

test("an address asks for words and a sort; what is none of ours is the standard", () => {
	const parse = (query: string) => parseListQuery(new URL(`http://shop.test/list${query}`), sorts);
	expect(parse("?q=%20wrench%20&sort=name")).toEqual({ q: "wrench", sort: "name" });
	expect(parse("?sort=drop%20table")).toEqual({ q: "", sort: "-createdAt" });
	expect(parse(`?q=${"x".repeat(500)}`).q).toHaveLength(100);
});

test("what is asked stands in the address, what is standard does not", () => {
	const from = "http://shop.test/list?q=old&other=1";
	expect(urlWithListQuery(from, { q: " a&b ", sort: "name" }, "-createdAt")).toBe(
		"/list?q=a%26b&other=1&sort=name",
	);
	expect(urlWithListQuery(from, { q: "", sort: "-createdAt" }, "-createdAt")).toBe("/list?other=1");
});
