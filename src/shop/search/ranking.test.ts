import { describe, expect, it } from "vitest";
import type { Category } from "../catalogue/catalogue.ts";
import type { SearchFilter, Term } from "./query.ts";
import {
	correctedText,
	type Found,
	hasAllTerms,
	hasSizes,
	isAccepted,
	isRepeated,
	nearestCategories,
	type SearchableTool,
	sortFound,
	sortNear,
	unique,
} from "./ranking.ts";

const term = (...phrases: string[]): Term => ({ phrases, match: "" });
const chainTool = [term("chain"), term("tool", "breaker")];

const tool = (changes: Partial<SearchableTool> = {}): SearchableTool => ({
	...{ id: "tool", name: "Pump", description: "Pumps.", categorySlug: null, priceCents: 1000 },
	...{ quantity: 1, minOrderQuantity: 1, wellRated: null, ratingRank: null, sold: 0 },
	createdAt: new Date(0),
	...changes,
});
const found = (id: string, changes: Partial<SearchableTool & Omit<Found, "tool">> = {}): Found => {
	const { place = 0, kind = 1, ...ofTool } = changes;
	return { tool: tool({ id, ...ofTool }), place, kind };
};
const ids = (rows: readonly Found[]) => rows.map((row) => row.tool.id);

describe("the best match comes first", () => {
	const bestOf = (one: Parameters<typeof found>[1], other: Parameters<typeof found>[1]) => {
		const rows = [found("one", one), found("other", other)];
		const [forward, backward] = [rows, rows.toReversed()].map((list) =>
			ids(sortFound(list, chainTool, undefined)),
		);
		expect(forward).toEqual(backward);
		return forward?.[0];
	};

	it.each<[string, Parameters<typeof found>[1], Parameters<typeof found>[1]]>([
		["of the better kind", { kind: 1 }, { kind: 2, name: "Chain tool", sold: 9, place: 9 }],
		["with more words in its name", { name: "A chain tool" }, { name: "Chain", sold: 9 }],
		["with a synonym in its name", { name: "Chain breaker" }, { name: "Chain whip", sold: 9 }],
		["with a word in its name", { name: "My tools" }, { description: "Chain tool", sold: 9 }],
		["with more words in its text", { description: "Chain, tool" }, { description: "Chain" }],
		["whose name begins with a word", { name: "Chain 1" }, { name: "New chain", sold: 9 }],
		["whose name begins with a synonym", { name: "Breaker 1" }, { name: "1 breaker", sold: 9 }],
		["whose words are whole ones", { name: "New chains" }, { name: "Chained unchain", sold: 9 }],
		["sold more", { sold: 2 }, { sold: 1, place: 9 }],
		["before it among best sellers", { place: 2 }, { place: 1 }],
	])("the one %s", (_, one, other) => {
		expect(bestOf(one, other)).toBe("one");
	});

	it("but a tool for a job is after names that are the search, and before others", () => {
		const rows = [4, 3, 2, 1, 0.1, 0].map((kind) => found(String(kind), { kind }));
		expect(ids(sortFound(rows, [], undefined))).toEqual(["1", "2", "0", "0.1", "3", "4"]);
	});

	it.each([
		["8 to 10 mm", 8, "mm", true],
		["Wrench, 2-25 Nm", 25, "nm", true],
		["Wrench, 2.5 – 3.5 Nm", 2.4, "nm", false],
		["8- to 12-speed", 10, "speed", true],
		["8- to 12-speed", 13, "speed", false],
		["16 to 29 inches", 26, "inch", true],
		["700 x 25 to 32", 28, "", true],
		["13 to 18 mm", 15, "inch", false],
		["13 mm, 18 mm", 15, "mm", false],
		["1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm", 8, "mm", true],
		["13 and 14, 15 and 16, two of 17 and 18 mm", 13, "mm", true],
		["2.5 mm", 5, "mm", false],
		["5.5 mm", 5, "mm", false],
		["12 functions, 2 to 8 mm", 12, "mm", false],
		["8mm", 8, "mm", true],
		["16-notch", 16, "notch", true],
		["5 mmx", 5, "mm", false],
	])("%s has %d %s: %s", (name, value, unit, expected) => {
		const sized = { ...term(`${value} ${unit}`), size: { number: String(value), value, unit } };
		expect(hasAllTerms({ name, description: "" }, [sized])).toBe(expected);
		expect(hasAllTerms({ name: "", description: name }, [sized])).toBe(expected);
	});

	it("a tool that has another size near the unit is none, and one without a size asked for is", () => {
		const size = [{ ...term("12 mm"), size: { number: "12", value: 12, unit: "mm" } }, term("x")];
		const sized = (description: string) => hasSizes({ name: "Tool", description }, size);
		expect([sized("12 functions, 2 to 8 mm"), sized("12 mm"), sized("9 to 15 mm")]).toEqual([
			...[false, true, true],
		]);
		expect(hasSizes({ name: "Tool", description: "" }, [term("x")])).toBe(true);
	});

	it("a size in the range of a name precedes one in a text, and follows one in a name", () => {
		const size = [{ ...term("15 mm"), size: { number: "15", value: 15, unit: "mm" } }];
		const rows = [
			found("text", { description: "15 mm." }),
			found("range", { name: "13 to 18 mm" }),
			found("name", { name: "Wrench, 15 mm" }),
		];
		expect(ids(sortFound(rows, size, undefined))).toEqual(["name", "range", "text"]);
	});
});

it.each([
	["newest", ["c", "b", "a"]],
	["price", ["b", "a", "c"]],
	["-price", ["c", "a", "b"]],
	["rating", ["a", "c", "b"]],
] as const)("a page sorted by %s, whatever matches best", (sort, expected) => {
	const rows = [
		found("a", { createdAt: new Date(1), priceCents: 200, ratingRank: 5, kind: 3 }),
		found("b", { createdAt: new Date(2), priceCents: 100, ratingRank: null, kind: 1 }),
		found("c", { createdAt: new Date(3), priceCents: 300, ratingRank: 4, kind: 2 }),
	];
	expect(ids(sortFound(rows, [], sort))).toEqual(expected);
});

it("tools of the same price are in the order of their matches", () => {
	const rows = [found("text", { kind: 4 }), found("name", { kind: 1 })];
	expect(ids(sortFound(rows, [], "price"))).toEqual(["name", "text"]);
});

it("near tools are first those with the most words, then the nearer kind", () => {
	const rows = [
		found("last", { kind: 103 }),
		found("none", { kind: 100, sold: 9 }),
		found("text", { kind: 102, description: "A chain." }),
		found("name", { kind: 103, name: "A chain" }),
	];
	expect(ids(sortNear(rows, chainTool))).toEqual(["name", "text", "none", "last"]);
});

it("a tool that is found twice is shown once, where it was found first", () => {
	const rows = [found("a"), found("b"), found("a", { kind: 4 })];
	expect(unique(rows)).toEqual(rows.slice(0, 2));
});

it.each<[boolean, string, Found, number | undefined]>([
	[true, "that has all words in its name", found("a", { kind: 4, name: "Chain tool" }), 4],
	[false, "that has one word in its name", found("a", { kind: 4, name: "Chain" }), 4],
	[false, "found by its name", found("a", { kind: 3, name: "Chain tool" }), 4],
	[false, "on a page that begins with names", found("a", { kind: 4, name: "Chain tool" }), 3],
	[false, "on the first page", found("a", { kind: 4, name: "Chain tool" }), undefined],
])("%s: was on a page before, a tool %s", (expected, _, row, cursorKind) => {
	expect(isRepeated(row, cursorKind, chainTool)).toBe(expected);
});

describe("a tool is accepted", () => {
	it.each<[boolean, Partial<SearchableTool>, SearchFilter]>([
		[true, {}, {}],
		[true, { priceCents: 500 }, { minCents: 500, maxCents: 500 }],
		[false, { priceCents: 499 }, { minCents: 500 }],
		[false, { priceCents: 501 }, { maxCents: 500 }],
		[true, { categorySlug: "chain" }, { category: "chain" }],
		[false, { categorySlug: "wheel" }, { category: "chain" }],
		[true, { quantity: 2, minOrderQuantity: 2 }, { inStock: true }],
		[false, { quantity: 1, minOrderQuantity: 2 }, { inStock: true }],
		[true, { quantity: 0 }, { inStock: false }],
		[true, { wellRated: true }, { wellRated: true }],
		[false, { wellRated: false }, { wellRated: true }],
		[false, { wellRated: null }, { wellRated: true }],
		[true, { wellRated: false }, {}],
	])("%s: %j for %j", (expected, changes, { minCents, maxCents, ...filter }) => {
		expect(isAccepted(tool(changes), { minCents, maxCents }, filter)).toBe(expected);
	});
});

describe("the nearest categories", () => {
	const categories = ["Brakes", "Chain tools", "Forks", "Hubs", "Pedals", "Saddles", "Wheels"].map(
		(name) => ({ name, slug: name.toLowerCase() }) as Category,
	);
	const near = (terms: Term[], ...shown: string[]) => {
		const tools = shown.map((categorySlug) => tool({ categorySlug }));
		return nearestCategories(categories, tools, terms).map(({ name }) => name);
	};

	it("are those named like a word, then those of the tools, then others, six in all", () => {
		expect(near([term("x"), term("pedal")], "hubs", "none", "hubs")).toEqual([
			...["Pedals", "Hubs", "Brakes", "Chain tools", "Forks", "Saddles"],
		]);
		expect(near([term("chains"), term("x")])[0]).toBe("Chain tools");
	});

	it("are the first ones without a word", () => {
		expect(near([])).toEqual(["Brakes", "Chain tools", "Forks", "Hubs", "Pedals", "Saddles"]);
		expect(near([term("peda")])[0]).toBe("Brakes");
	});
});

describe("a corrected search", () => {
	const [chain, shop] = [
		{ word: "chian", suggestion: "chain" },
		{ word: "zyrqoun", suggestion: undefined },
	];

	it.each<[string, Parameters<typeof correctedText>[1], number, (string | null)[], string?]>([
		["chian tool", [chain], 1, [], "chain tool"],
		["chian tool", [chain], 1, ["china"], "chain tool"],
		["CHIAN  chian, chianti", [chain], 1, [], "chain  chain chianti"],
		["chian tool", [chain], 0, []],
		["zyrqoun", [shop], 1, ["zyrquon"], "zyrquon"],
		["zyrqoun", [shop], 1, [null]],
		["Zyrqoun", [shop], 1, ["zyrqoun"]],
		["zyrqoun chian", [shop, chain], 3, ["zyrquon", null], "zyrquon chain"],
		["zyrqoun chian", [shop, chain], 2, ["zyrquon", null], "zyrqoun chain"],
		["chian zyrqoun", [chain, shop], 3, [null, "zyrquon"], "chain zyrquon"],
		["chian zyrqoun", [chain, shop], 1, [null, "zyrquon"], "chain zyrqoun"],
	])("%j of %j, bits %d, found %j, is %j", (q, unknown, bits, words, expected) => {
		expect(correctedText(q, unknown, bits, words)).toBe(expected);
	});
});
