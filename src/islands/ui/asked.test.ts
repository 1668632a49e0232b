import { expect, test } from "vitest";
import { addressAsking, askedIn } from "./asked.ts";

const sorts = ["-createdAt", "name"] as const;

test("an address asks for words and a sort; what is none of ours is the standard", () => {
	const asking = (query: string) => askedIn(new URL(`http://shop.test/list${query}`), sorts);
	expect(asking("?q=%20wrench%20&sort=name")).toEqual({ q: "wrench", sort: "name" });
	expect(asking("?sort=drop%20table")).toEqual({ q: "", sort: "-createdAt" });
	expect(asking(`?q=${"x".repeat(500)}`).q).toHaveLength(100);
});

test("what is asked stands in the address, what is standard does not", () => {
	const from = "http://shop.test/list?q=old&other=1";
	expect(addressAsking(from, { q: " a&b ", sort: "name" }, "-createdAt")).toBe(
		"/list?q=a%26b&other=1&sort=name",
	);
	expect(addressAsking(from, { q: "", sort: "-createdAt" }, "-createdAt")).toBe("/list?other=1");
});
