import { expect, test } from "vitest";
import { parseListQuery, urlWithListQuery } from "./list-query.ts";

const sorts = ["-createdAt", "name"] as const;

test("reads search and sort from the URL; an unknown sort becomes the default", () => {
	const parse = (query: string) => parseListQuery(new URL(`http://shop.test/list${query}`), sorts);
	expect(parse("?q=%20wrench%20&sort=name")).toEqual({ q: "wrench", sort: "name" });
	expect(parse("?sort=drop%20table")).toEqual({ q: "", sort: "-createdAt" });
	expect(parse(`?q=${"x".repeat(500)}`).q).toHaveLength(100);
});

test("writes search and sort to the URL and omits defaults", () => {
	const from = "http://shop.test/list?q=old&other=1";
	expect(urlWithListQuery(from, { q: " a&b ", sort: "name" }, "-createdAt")).toBe(
		"/list?other=1&q=a%26b&sort=name",
	);
	const sorted = "http://shop.test/list?sort=name";
	expect(urlWithListQuery(sorted, { q: "a", sort: "name" }, "-createdAt")).toBe(
		"/list?q=a&sort=name",
	);
	expect(urlWithListQuery(from, { q: "", sort: "-createdAt" }, "-createdAt")).toBe("/list?other=1");
});
