import * as v from "valibot";
import { describe, expect, it } from "vitest";
import content from "../../content/search/synonyms.json";
import { normalizeSearch } from "../../src/shop/catalogue/search-text.ts";
import { findJobs } from "../../src/shop/search/jobs.ts";
import { parseSearch, planSearch } from "../../src/shop/search/query.ts";
import { buildLexicon, synonymsSchema } from "../../src/shop/search/synonyms.ts";
import { findPages } from "../../src/shop/search/topics.ts";
import { editDistance, singular, splitWords } from "../../src/shop/search/words.ts";
import { jobs } from "../setup/content.ts";

const lexicon = buildLexicon(
	{
		same: [
			["wrench", "spanner"],
			["bottom bracket", "bb"],
			["bottom bracket tool", "bottom bracket wrench"],
		],
		means: { chaintool: ["chain breaker"] },
		misspelt: { tork: "torque" },
		ignored: ["a", "for"],
	},
	["chain breaker torque"],
);
const parse = (q: string) => parseSearch(q, lexicon);
const planOf = (q: string, words = lexicon) => planSearch(parseSearch(q, words).tokens, words);
const phrases = (q: string) => planOf(q).terms.map((term) => term.phrases);

describe("what people write around what they look for", () => {
	const own = buildLexicon(content, []);
	it.each(["need to open my", "how do i", "I am looking for a", "we could try help with my"])(
		"%s is nothing that must be found",
		(filler) => {
			for (const q of ["chain breaker", "bottom bracket", "8 mm hex", "torque under 100"]) {
				const terms = (text: string) => {
					const { tokens, filter } = parseSearch(text, own);
					return [planSearch(tokens, own, filter).terms, filter];
				};
				expect(terms(`${filler} ${q}`)).toEqual(terms(q));
			}
		},
	);

	it("has letters of other alphabets as the index has them", () => {
		expect(splitWords("Größe Œuvre Kjærlighed Jørgen Łódź Đuro Þór")).toEqual([
			"grosse",
			"oeuvre",
			"kjaerlighed",
			"jorgen",
			"lodz",
			"duro",
			"thor",
		]);
	});
});

describe("parseSearch", () => {
	it("joins words to phrases with their synonyms, also inside a phrase", () => {
		expect(phrases("a BB spanner")).toEqual([
			["bb spanner", "bottom bracket tool", "bottom bracket wrench"],
		]);
		expect(phrases("chaintool for chain")).toEqual([["chaintool", "chain breaker"], ["chain"]]);
	});

	it("takes a price out, but no size", () => {
		const price = (q: string) => parse(q).filter;
		expect(price("torque under $99.50")).toEqual({ maxCents: 9950, minCents: undefined });
		expect(price("over 20 under 50")).toEqual({ maxCents: 5000, minCents: 2000 });
		expect(price("wrench under 10 mm").maxCents).toBeUndefined();
		expect(price("torque under 5 nm").maxCents).toBeUndefined();
		expect(price("pump $80").maxCents).toBe(8000);
	});

	it("corrects words by the lexicon, or by the shop's words", () => {
		const unknown = (q: string) => parse(q).unknown;
		expect(unknown("chian")).toEqual([{ word: "chian", suggestion: "chain" }]);
		expect(unknown("tork")).toEqual([{ word: "tork", suggestion: "torque" }]);
		expect(unknown("zyrquon")).toEqual([{ word: "zyrquon", suggestion: undefined }]);
	});

	it.each(["BB", "chains", '"chian"', "8mm", "t25", "wip", "11-speed"])(
		"never corrects %s",
		(q) => {
			expect(parse(q).unknown).toEqual([]);
		},
	);

	it.each([
		["tyrelevers", "tyre levers"],
		["bottombracket", "bottom bracket"],
		["bbtool", "bb tool"],
		["chainrivettool", "chain rivet tool"],
		["spokekey", "spoke key"],
	])("splits %s, unless a tool has the word", (q, suggestion) => {
		expect(parseSearch(q, buildLexicon(content, [])).unknown).toEqual([{ word: q, suggestion }]);
	});

	it("searches what the shop does not sell in names alone", () => {
		const own = buildLexicon(
			{ same: [], means: {}, misspelt: {}, ignored: ["bike"], unsold: ["bike lock"] },
			[],
		);
		const { isUnsold, matching, near } = planOf("bike locks", own);
		expect(isUnsold).toBe(true);
		expect(new Set(matching.map(({ index }) => index))).toEqual(new Set(["names"]));
		expect(near).toEqual([]);
		expect(planOf("locks a link", own).isUnsold).toBe(false);
	});

	it("lets nothing through that FTS5 would read as an operator", () => {
		for (const q of ['a" OR name:b', "NEAR(x y)", "-x *", "{name} : x", "^x + y"]) {
			for (const { match = "" } of planOf(q).matching) {
				const outside = match.replace(/"[\p{L}\p{N} ]*"/gu, "");
				expect(outside.replace(/\b(head|name|text|facets|AND|OR|NOT)\b|[ :()*]/g, "")).toBe("");
			}
		}
	});
});

it("content/search is well formed", () => {
	expect(v.parse(synonymsSchema, content)).toEqual(content);
});

it.each([
	["levers", "lever"],
	["wrenches", "wrench"],
	["patches", "patch"],
	["press", "press"],
	["torx", "torx"],
	["bodies", "body"],
	["batteries", "battery"],
	["t25", "t25"],
	["bits", "bit"],
	["gas", "gas"],
	["t25s", "t25s"],
	["radius", "radius"],
	["boxes", "box"],
	["diesel", "diesel"],
])("the singular of %s is %s", (word, expected) => {
	expect(singular(word)).toBe(expected);
});

it.each([
	["chian", "chain", 1],
	["braket", "bracket", 1],
	["wrnech", "wrench", 1],
	["casete", "cassette", 2],
	["chain", "press", 3],
	["chain", "a", 3],
	["wrench", "wernhc", 2],
	["x", "ab", 2],
	["", "ab", 2],
	["ab", "", 2],
	["ab", "ba", 1],
	["xa", "ay", 2],
	["same", "same", 0],
])("%s is %s letters from %s", (one, other, distance) => {
	expect(editDistance(one, other, 2)).toBe(distance);
});

it("splits words as FTS5 does", () => {
	expect(splitWords("Größe, 3.45 mm – Kettenöler")).toEqual([
		"grosse",
		"3",
		"45",
		"mm",
		"kettenoler",
	]);
	expect(normalizeSearch("  a \n b ")).toBe("a b");
	expect(normalizeSearch("ＢＢ ｃｈａｉｎ 15㎜ ﬂoor")).toBe("BB chain 15mm floor");
	expect(normalizeSearch("¼ inch, 1⅛ headset")).toBe("1/4 inch, 1 1/8 headset");
	expect(normalizeSearch(`${"a".repeat(79)} b`)).toBe("a".repeat(79));
	expect(normalizeSearch(` ${"a".repeat(81)}`)).toBe("a".repeat(80));
});

describe("findPages", () => {
	const pages = [
		{ id: "returns", title: "Returns", path: "/legal/returns", phrases: ["returns", "send back"] },
		{
			id: "shipping",
			title: "Shipping",
			path: "/legal/shipping",
			phrases: ["delivery", "delivery date"],
		},
	];
	const full = buildLexicon(content, []);
	it.each([
		["returns", ["returns"]],
		["how can I send it back", ["returns"]],
		["delivery date", ["shipping"]],
		["brake does not return", []],
		["chain breaker", []],
	])("%s finds %j", (q, ids) => {
		expect(findPages(splitWords(q), pages, full).pages.map(({ id }) => id)).toEqual(ids);
	});

	it("guesses a page by one word", () => {
		const { pages: meant, guesses } = findPages(["returns", "form"], pages, full);
		expect([meant, guesses.map(({ id }) => id)]).toEqual([[], ["returns"]]);
	});
});

describe("findJobs", () => {
	const list = Object.entries(jobs).map(([slug, job]) => ({ slug, ...job }));
	const full = buildLexicon(content, []);
	const slugs = (q: string) => findJobs(splitWords(q), list, full).jobs.map(({ slug }) => slug);

	it("finds jobs by symptom in any form of the words, the exact one first", () => {
		expect(slugs("chain skips")[0]).toBe("check-chain-wear");
		expect(slugs("my chain is skipping")[0]).toBe("check-chain-wear");
		expect(slugs("wheel wobbles")).toContain("true-wheel");
	});

	it("finds the job that takes a tool which the shop may lack", () => {
		expect(slugs("freewheel remover")).toEqual(["replace-freewheel"]);
		expect(slugs("crank puller")[0]).toBe("remove-crank");
	});

	it("finds jobs by title, and none for a tool's name alone", () => {
		expect(slugs("replace the cassette")[0]).toBe("replace-cassette");
		expect(slugs("torque wrench")).toEqual([]);
	});
});
