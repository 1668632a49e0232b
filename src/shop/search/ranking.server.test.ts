import { describe, expect, it } from "vitest";
import type { tools } from "../../db/tool-tables.ts";
import type { Category } from "../catalogue/catalogue.ts";
import type { SearchFilter, Term } from "./query.ts";
import {
	type Found,
	hasPhrases,
	hasTerms,
	isAccepted,
	nearestCategories,
	sortMatches,
	sortNear,
	sortTools,
	uniqueTools,
} from "./ranking.server.ts";

const term = (...phrases: string[]): Term => ({ phrases, match: "" });
const chainTool = [term("chain"), term("tool", "breaker")];

type ToolRow = typeof tools.$inferSelect;

/** What a search reads of a tool. */
const tool = (changes: Partial<ToolRow> = {}) =>
	({
		id: "tool",
		name: "Pump",
		description: "Pumps.",
		categorySlug: null,
		priceCents: 1000,
		inStock: true,
		wellRated: null,
		ratingRank: null,
		sold: 0,
		createdAt: new Date(0),
		family: null,
		...changes,
	}) as ToolRow;
const found = (id: string, changes: Partial<ToolRow & Omit<Found, "tool">> = {}): Found => {
	const { tier = "whole name", ...ofTool } = changes;
	return { tool: tool({ id, ...ofTool }), tier };
};
const ids = (rows: readonly Found[]) => rows.map((row) => row.tool.id);

describe("the best match comes first", () => {
	const bestOf = (one: Parameters<typeof found>[1], other: Parameters<typeof found>[1]) => {
		const rows = [found("one", one), found("other", other)];
		const [forward, backward] = [rows, rows.toReversed()].map((list) =>
			ids(sortMatches(list, chainTool)),
		);
		expect(forward).toEqual(backward);
		return forward?.[0];
	};

	it.each<[string, Parameters<typeof found>[1], Parameters<typeof found>[1]]>([
		["of the better tier", { tier: "name" }, { tier: "text", name: "Chain tool", sold: 9 }],
		["with more words in its name", { name: "A chain tool" }, { name: "Chain", sold: 9 }],
		["with a synonym in its name", { name: "Chain breaker" }, { name: "Chain whip", sold: 9 }],
		["with a word in its name", { name: "My tools" }, { description: "Chain tool", sold: 9 }],
		["with more words in its text", { description: "Chain, tool" }, { description: "Chain" }],
		["whose name begins with a word", { name: "Chain 1" }, { name: "New chain", sold: 9 }],
		["whose name begins with a synonym", { name: "Breaker 1" }, { name: "1 breaker", sold: 9 }],
		["whose words are whole ones", { name: "New chains" }, { name: "Chained unchain", sold: 9 }],
		["sold more", { sold: 2 }, { sold: 1 }],
	])("the one %s", (_, one, other) => {
		expect(bestOf(one, other)).toBe("one");
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
		expect(hasTerms({ name, description: "", family: null }, [sized])).toBe(expected);
		expect(hasTerms({ name: "", description: name, family: null }, [sized])).toBe(expected);
	});

	it("a tool that has another size near the unit is none", () => {
		const size = [{ ...term("12 mm"), size: { number: "12", value: 12, unit: "mm" } }, term("x")];
		const sized = (description: string) =>
			hasTerms({ name: "X tool", description, family: null }, size);
		expect([sized("12 functions, 2 to 8 mm"), sized("12 mm"), sized("9 to 15 mm")]).toEqual([
			false,
			true,
			true,
		]);
	});

	it("a size in the range of a name precedes one in a text, and follows one in a name", () => {
		const size = [{ ...term("15 mm"), size: { number: "15", value: 15, unit: "mm" } }];
		const rows = [
			found("text", { description: "15 mm." }),
			found("range", { name: "13 to 18 mm" }),
			found("name", { name: "Wrench, 15 mm" }),
		];
		expect(ids(sortMatches(rows, size))).toEqual(["name", "range", "text"]);
	});
});

it.each([
	["newest", ["c", "b", "a"]],
	["price", ["b", "a", "c"]],
	["-price", ["c", "a", "b"]],
	["rating", ["a", "c", "b"]],
	[undefined, ["a", "b", "c"]],
] as const)("tools sorted by %s, whatever matches best", (sort, expected) => {
	const tools = [
		tool({ id: "a", createdAt: new Date(1), priceCents: 200, ratingRank: 5 }),
		tool({ id: "b", createdAt: new Date(2), priceCents: 100, ratingRank: null }),
		tool({ id: "c", createdAt: new Date(3), priceCents: 300, ratingRank: 4 }),
	];
	expect(sortTools(tools, sort).map(({ id }) => id)).toEqual(expected);
});

it("tools of the same price are in the order of their matches", () => {
	const tools = [tool({ id: "z" }), tool({ id: "a" })];
	expect(sortTools(tools, "price")).toEqual(tools);
});

it("near tools are first those with the most words, then those of the nearer tier", () => {
	const rows = [
		found("none", { tier: "word of name", sold: 9 }),
		found("text", { tier: "word of text", description: "A chain." }),
		found("last", { tier: "newest" }),
		found("name", { tier: "newest", name: "A chain" }),
	];
	expect(ids(sortNear(rows, chainTool))).toEqual(["name", "text", "none", "last"]);
});

it("a tool that is found twice is shown once, where it was found first", () => {
	const tools = ["a", "b", "a"].map((id) => tool({ id }));
	expect(uniqueTools(tools).map(({ id }) => id)).toEqual(["a", "b"]);
});

it.each([
	[true, "Chain tools"],
	[true, "Breaker for chains"],
	[false, "Chain"],
])("%s: a name has all phrases: %s", (expected, name) => {
	expect(hasPhrases(name, chainTool)).toBe(expected);
});

describe("a tool is accepted", () => {
	it.each<[boolean, Partial<ToolRow>, SearchFilter]>([
		[true, {}, {}],
		[true, { priceCents: 500 }, { minCents: 500, maxCents: 500 }],
		[false, { priceCents: 499 }, { minCents: 500 }],
		[false, { priceCents: 501 }, { maxCents: 500 }],
		[true, { categorySlug: "chain" }, { category: "chain" }],
		[false, { categorySlug: "wheel" }, { category: "chain" }],
		[true, { inStock: true }, { inStock: true }],
		[false, { inStock: false }, { inStock: true }],
		[true, { inStock: false }, { inStock: false }],
		[true, { wellRated: true }, { wellRated: true }],
		[false, { wellRated: false }, { wellRated: true }],
		[false, { wellRated: null }, { wellRated: true }],
		[true, { wellRated: false }, {}],
	])("%s: %j for %j", (expected, changes, filter) => {
		expect(isAccepted(tool(changes), filter)).toBe(expected);
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
			"Pedals",
			"Hubs",
			"Brakes",
			"Chain tools",
			"Forks",
			"Saddles",
		]);
		expect(near([term("chains"), term("x")])[0]).toBe("Chain tools");
	});

	it("are the first ones without a word", () => {
		expect(near([])).toEqual(["Brakes", "Chain tools", "Forks", "Hubs", "Pedals", "Saddles"]);
		expect(near([term("peda")])[0]).toBe("Brakes");
	});
});
