/** The queries of FTS5 that a search becomes, by a small lexicon. */
import { describe, expect, it } from "vitest";
import {
	parseSearch,
	planSearch,
	readTyped,
	replaceWords,
	type SearchFilter,
	suggestionMatch,
} from "./query.ts";
import { buildLexicon } from "./synonyms.ts";

const lexicon = buildLexicon(
	{
		same: [
			["bottom bracket", "bb"],
			["wrench", "spanner"],
		],
		means: { tool: ["wrench"] },
		misspelt: { braket: "bracket", chn: "chain" },
		ignored: ["a", "for"],
	},
	["chain skips", "cassette wears"],
);

const planOf = (q: string, filter?: SearchFilter) => {
	const parsed = parseSearch(q, lexicon, filter);
	return planSearch(parsed.tokens, lexicon, parsed.filter);
};

/** What is searched, in the order in which it is tried, with the filter beside it. */
const queries = (q: string, filter?: SearchFilter) => {
	const parsed = parseSearch(q, lexicon, filter);
	const { matching, near } = planOf(q, filter);
	return {
		...(parsed.unknown.length > 0 && { unknown: parsed.unknown }),
		filter: parsed.filter,
		queries: Object.fromEntries([...matching, ...near].map(({ name, match }) => [name, match])),
	};
};

const searches: [q: string, filter?: SearchFilter][] = [
	["chain"],
	["bb spanner"],
	['"bb" spanner'],
	["tool for a chain"],
	["8 mm"],
	["10-speeds"],
	["torque under 100"],
	["chains over 20"],
	["chian"],
	["  "],
	["for a"],
	["chain", { category: "bottom-bracket" }],
	["chain", { inStock: true, wellRated: true }],
	["chain", { minCents: 2000 }],
	["chain", { maxCents: 2000 }],
	["chain", { minCents: 2000, maxCents: 4000 }],
];

it("the queries of searches are those of the snapshot", async () => {
	const written = searches.map(([q, filter]) => ({ q, ...queries(q, filter) }));
	await expect(`${JSON.stringify(written, null, "\t")}\n`).toMatchFileSnapshot("queries.snap.txt");
});

it("a search has at most two words that are corrected", () => {
	expect(parseSearch("braket chian casette zzzzzz", lexicon).unknown).toEqual([
		{ word: "braket", suggestion: "bracket" },
		{ word: "chian", suggestion: "chain" },
	]);
});

describe("while it is typed, a search becomes", () => {
	it("the query of the snapshot", () => {
		const typed = [
			"ch",
			"chain s",
			"bb wre",
			"bot",
			"chian whi",
			"for a ch",
			"casete",
			"chai",
			"bottom br",
			"bottom brackets",
		];
		const found = typed.map((q) => [q, suggestionMatch(readTyped(q).named, lexicon)]);
		expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
			{
			  "bb wre": "name : ((("bb" OR "bbs" OR "bottom bracket" OR "bottom brackets") AND ("wre" *)))",
			  "bot": "name : ((("bot" *)) OR "bottom bracket" OR "bb")",
			  "bottom br": "name : ((("bottom" OR "bottoms") AND ("br" *)) OR "bottom bracket" OR "bb")",
			  "bottom brackets": "name : ((("bottom" OR "bottoms") AND ("brackets" * OR "bracket")) OR "bottom bracket" OR "bb")",
			  "casete": "name : ((("casete" *)))",
			  "ch": "name : ((("ch" *)))",
			  "chai": "name : ((("chai" *)))",
			  "chain s": "name : ((("chain" OR "chains") AND ("s" *)))",
			  "chian whi": "name : ((("chian" OR "chians") AND ("whi" *)) OR (("chain" OR "chains") AND ("whi" *)))",
			  "for a ch": "name : ((("ch" *)))",
			}
		`);
	});

	it("the query of its words, without a price and without sizes beside other words", () => {
		const match = (q: string) => suggestionMatch(readTyped(q).named, lexicon);
		expect(match("chain under 20")).toBe(match("chain"));
		expect(match("8 mm chain")).toBe(match("chain"));
		expect(match("44 mm")).toBe('name : ((("44") AND ("mm" *)))');
		expect(match("44mm")).toBe(match("44 mm"));
	});

	it("all its words, for jobs", () => {
		expect(readTyped("braket 8mm under 20").words).toEqual(["braket", "8 mm"]);
	});

	it.each(["", "c", " ", "-", "--", "- -", "under 20"])("nothing: %j", (q) => {
		expect(suggestionMatch(readTyped(q).named, lexicon)).toBeUndefined();
	});
});

/** The words of a search as it was typed, and the prices taken out of it. */
const read = (q: string) => {
	const { tokens, filter } = parseSearch(q, lexicon);
	return { words: tokens.map(({ word }) => word), ...filter };
};
const matchesOf = (q: string) => planOf(q).terms.map(({ match }) => match);

describe("a price in a search", () => {
	it.each([
		"under 20",
		"below $20",
		"less than 20 usd",
		"cheaper than 20",
		"up to €20",
		"max 20",
		"MAXIMUM 20",
		"at most 20.00",
		"<20",
		"<= 20",
		"£20",
		"$20",
		"under 20,00 euros",
		"under 20 bucks",
		"under 20 pounds",
		"under 20 dollar",
		"Under 20 GBP",
		"under 20 €",
		"no more than 20",
		"not over 20",
		"within 20",
		"20 or less",
		"20$",
		"20 dollars",
		"20€",
	])("is the highest in %j", (q) => {
		expect(read(`pump ${q}`)).toEqual({ words: ["pump"], minCents: undefined, maxCents: 2000 });
	});

	it.each([
		"over 20",
		"above $20",
		"more than 20",
		"at least 20",
		"min 20",
		"Minimum 20",
		">20",
		">= 20",
		"over 20 eur",
		"over 20.00 dollars",
		"20 or more",
		"$20 and above",
	])("is the lowest in %j", (q) => {
		expect(read(`pump ${q}`)).toEqual({ words: ["pump"], minCents: 2000, maxCents: undefined });
	});

	it.each([
		"20",
		"underwear 20",
		"minus 5",
		"under 10 cm",
		"under 10 nm",
		"under 10 psi",
		"over 10 bar",
		"under 10 inch",
		"under 10 in",
		"under 10-speed",
		"under 10 spd",
		"under 10 links",
		"under 10 g",
		"over 1.5 kg",
		"under 10mm",
		"10 to 20",
		"2-25 nm",
	])("is not in %j", (q) => {
		expect(read(q)).toMatchObject({ minCents: undefined, maxCents: undefined });
	});

	it.each([
		"between 20 and 40",
		"Between 20 AND 40",
		"$20 to 40",
		"$40-$20",
		"from 20 dollars to 40 dollars",
	])("is a range in %j", (q) => {
		expect(read(`pump ${q}`)).toEqual({ words: ["pump"], minCents: 2000, maxCents: 4000 });
	});

	it.each([
		["under 1,000", 100_000],
		["under $1,234.50", 123_450],
		["under 1000000", 100_000_000],
		["$5,000,000", 500_000_000],
	])("may have thousands: %j", (q, maxCents) => {
		expect(read(q)).toEqual({ words: [], minCents: undefined, maxCents });
	});

	it("may be followed by a word that only begins like a unit", () => {
		expect(read("under 10 index")).toMatchObject({ words: ["index"], maxCents: 1000 });
		expect(read("over 10 gears")).toMatchObject({ words: ["gears"], minCents: 1000 });
	});

	it("of a filter precedes that of the words, which go all the same", () => {
		const found = parseSearch("pump over 10 under 50", lexicon, { minCents: 2000, maxCents: 3000 });
		expect(found.filter).toEqual({ minCents: 2000, maxCents: 3000 });
		expect(found.tokens.map(({ word }) => word)).toEqual(["pump"]);
	});
});

describe("a number with its unit", () => {
	it.each([
		["8mm", "8 mm"],
		["8-mm", "8 mm"],
		["8 - cm", "8 cm"],
		["10 nm", "10 nm"],
		["3 inches", "3 inch"],
		["3in", "3 inch"],
		["3''", "3 inch"],
		["3″", "3 inch"],
		["3 ”", "3 inch"],
		["100 psi", "100 psi"],
		["2 bar", "2 bar"],
		["11-speed", "11 speed"],
		["11 speeds", "11 speed"],
		["11 spd", "11 speed"],
		["11sp", "11 speed"],
		["126 links", "126 links"],
		["1 link", "1 link"],
		["6notch", "6 notch"],
		["20mm2", "20 mm2"],
		["2.5kg", "2 5 kg"],
		["300g", "300 g"],
		["1/2 inch", "1 2 inch"],
		["3.25 bar", "3 25 bar"],
		["11 speed", "11 speed"],
		["8 -mm", "8 mm"],
	])("%j is one word: %j", (q, word) => {
		expect(read(q).words).toEqual([word]);
	});

	it.each([["m8"], ["8 mmx"], ["x8 mm"], ["300 grams"], ["mm 8"]])("is not in %j", (q) => {
		expect(read(q).words).toEqual(q.split(" "));
	});

	it("is found joined to its unit, or before it with other sizes in between", () => {
		expect(matchesOf("8 mm, 1/2 inch;9mm")).toEqual([
			'("8mm" OR NEAR("8" "mm", 10))',
			'("12inch" OR NEAR("1 2" "inch", 10) OR NEAR("1 2" "inches", 10))',
			'("9mm" OR NEAR("9" "mm", 10))',
		]);
	});

	it.each([
		["8mm", { number: "8", value: 8, unit: "mm" }],
		["3,45mm", { number: "3.45", value: 3.45, unit: "mm" }],
		["1 1/16", { number: "1 1/16", value: 1.0625, unit: "inch" }],
		["3,45 mm", { number: "3.45", value: 3.45, unit: "mm" }],
		["1/4 inch", { number: "1/4", value: 0.25, unit: "inch" }],
		["1 1/8", { number: "1 1/8", value: 1.125, unit: "inch" }],
		['1-1/8"', { number: "1 1/8", value: 1.125, unit: "inch" }],
		["1 1/8 in", { number: "1 1/8", value: 1.125, unit: "inch" }],
		["118 links", { number: "118", value: 118, unit: "link" }],
		["700x28c", { number: "28", value: 28, unit: "" }],
	])("in %j is %j", (q, size) => {
		expect(planOf(q).terms.at(-1)?.size).toEqual(size);
	});

	it.each([
		["700x28c", '("28")'],
		["700 × 28", '("28")'],
		["29er", '("29inch" OR NEAR("29" "inch", 10) OR NEAR("29" "inches", 10))'],
		['29" wheel', '("29inch" OR NEAR("29" "inch", 10) OR NEAR("29" "inches", 10))'],
	])("is in %j", (q, match) => {
		expect(matchesOf(q)).toContain(match);
	});
});

it.each([
	["patch", "patches"],
	["brush", "brushes"],
	["press", "presses"],
	["box", "boxes"],
	["quartz", "quartzes"],
	["body", "bodies"],
	["key", "keys"],
	["pump", "pumps"],
])("a search for %s or %s finds both", (one, many) => {
	for (const q of [one, many]) expect(matchesOf(q)?.[0]).toContain(`"${one}"`);
	for (const q of [one, many]) expect(matchesOf(q)?.[0]).toContain(`"${many}"`);
});

it("words in quotes and numbers have no other form", () => {
	expect(matchesOf('"pump tools" t25')).toEqual(['("pump")', '("tools")', '("t25")']);
	expect(read('"8 mm"').words).toEqual(["8", "mm"]);
});

it("a search has at most ten words", () => {
	const typed = suggestionMatch(readTyped("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2").named, lexicon);
	expect(typed).toContain('"b1" *');
	expect(typed).not.toContain("b2");
	expect(read("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2").words).toHaveLength(10);
});

it.each([
	// One letter of a short word, two of one with seven letters.
	["chan", "chain"],
	["chais", "chain"],
	["chaix", "chain"],
	["xhain", "chain"],
	["chxxn", undefined],
	["brackxt", "bracket"],
	["brackxx", "bracket"],
	["xracket", "bracket"],
	["xrackex", undefined],
	["bxxxket", undefined],
	// Known as a misspelling, however short.
	["chn", "chain"],
	// Near a word that is too short.
	["forr", undefined],
])("%s is meant to be %s", (word, suggestion) => {
	expect(parseSearch(word, lexicon).unknown).toEqual([{ word, suggestion }]);
});

it("a word is meant to be the nearest one, and none with digits", () => {
	const suggestionOf = (word: string, text: string) => {
		const words = buildLexicon({ same: [], means: {}, misspelt: {}, ignored: [] }, [text]);
		return parseSearch(word, words).unknown[0]?.suggestion;
	};
	expect(suggestionOf("standars", "stander standard")).toBe("standard");
	expect(suggestionOf("standars", "standard stander")).toBe("standard");
	expect(suggestionOf("torxa", "torx2")).toBeUndefined();
});

it("a word is known in the singular and in the plural", () => {
	for (const q of ["skip", "skips", "wear", "spanners"])
		expect(parseSearch(q, lexicon).unknown).toEqual([]);
});

it("two words of a phrase may be in the other order", () => {
	expect(matchesOf("bracket bottom")?.[0]).toContain('"bb"');
});

it("words that need not be found are all tools of a price", () => {
	expect(planOf("for a under 5").matching).toEqual([
		{ name: "name", index: "names", match: 'facets : (("xprice0"))' },
	]);
});

it("an apostrophe joins a word's ending", () => {
	expect(read("rider’s chain doesn't skip").words).toEqual(["rider", "chain", "not", "skip"]);
});

it("of four letters, the first one is not misspelt", () => {
	const lube = buildLexicon({ same: [], means: {}, misspelt: {}, ignored: [] }, ["tube"]);
	expect(parseSearch("lube", lube).unknown).toEqual([{ word: "lube", suggestion: undefined }]);
	expect(parseSearch("ttbe", lube).unknown).toEqual([{ word: "ttbe", suggestion: "tube" }]);
});

it("words in quotes are neither part of a phrase nor left out", () => {
	expect(matchesOf('"bottom" bracket')).toEqual(['("bottom")', '("bracket" OR "brackets")']);
	expect(matchesOf('"for" chain')).toEqual(['("for")', '("chain" OR "chains")']);
});

it("a size is part of the name that is looked for, with the synonyms beside it", () => {
	expect(planOf("8 mm spanner").matching[0]?.match).toContain('"xheadstart8 mm wrenchxheadend"');
});

it("of a long sentence, words that need not be found go first", () => {
	const long = "a b for c a d for e a f for g a h for i";
	expect(read(long).words).toEqual(["b", "c", "d", "e", "f", "g", "h", "i"]);
	expect(read("a b for c").words).toEqual(["a", "b", "for", "c"]);
});

it("a price ends a word", () => {
	expect(read("pump$20gauge").words).toEqual(["pump", "gauge"]);
});

it("a search without words has no terms", () => {
	const near = [{ name: "newest", index: "names" }];
	expect(planOf(" ")).toEqual({ matching: [], near, terms: [], isUnsold: false });
});

it("a query stays short, however many synonyms its words have", () => {
	const [isName] = planOf("wrench ".repeat(8)).matching;
	expect(isName?.match?.split(" OR ")).toHaveLength(80);
	const many = ["pump", "inflator", "blower", "air gun", "compressor", "filler"];
	const meant = buildLexicon({ same: [many], means: {}, misspelt: {}, ignored: [] }, []);
	expect(suggestionMatch(["pump"], meant)).toBe(
		'name : ((("pump" *)) OR "pump" OR "inflator" OR "blower" OR "air gun")',
	);
});

it("a phrase means itself first", () => {
	expect(lexicon.phrases.get("tool")).toEqual(["tool", "wrench"]);
});

describe("if nothing matches, near tools", () => {
	const nearOf = (q: string) =>
		Object.fromEntries(planOf(q).near.map(({ name, match }) => [name, match]));

	it("have all but one of three to six terms", () => {
		expect(nearOf("a1 a2 a3")).toMatchObject({
			"all words but one":
				'text : ((("a2") AND ("a3")) OR (("a1") AND ("a3")) OR (("a1") AND ("a2")))',
		});
		for (const q of ["a1 a2", "a1 a2 a3 a4 a5 a6 a7"])
			expect(nearOf(q)).not.toHaveProperty("all words but one");
		expect(nearOf("a1 a2 a3 a4 a5 a6")).toHaveProperty("all words but one");
	});

	it("have all terms in another category or at another price, and any range of a size", () => {
		const otherOf = (q: string) => nearOf(q)["other size or filter"];
		expect(otherOf("pump")).toBeUndefined();
		expect(otherOf("pump under 20")).toBe('text : (("pump" OR "pumps"))');
		expect(otherOf("pump 9 bar")).toBe('text : (("pump" OR "pumps") AND (NEAR("to" "bar", 2)))');
	});

	it("have one of the terms, or a word that begins as a long one, or are the newest", () => {
		const either =
			'(("pumps" OR "pump") OR ("t25") OR ("plier3") OR ("pump" OR "pumps") OR "pump" *)';
		expect(planOf("pumps t25 plier3 pump").near.slice(1)).toEqual([
			{ name: "word of name", index: "names", match: `name : ${either}` },
			{ name: "word of text", index: "texts", match: `text : ${either}` },
			{ name: "newest", index: "names" },
		]);
	});
});

it("a word in quotes is not replaced, and one may become two", () => {
	const { tokens } = parseSearch('"bbtool" bbtool x', lexicon);
	const words = replaceWords(tokens, new Map([["bbtool", "bb tool"]]));
	expect(words.map(({ word }) => word)).toEqual(["bbtool", "bb", "tool", "x"]);
});

it("a price is looked for in the steps that it can be in", () => {
	const stepsOf = (filter: SearchFilter) =>
		planOf("", filter).matching[0]?.match?.match(/\d+/g)?.map(Number);
	expect(stepsOf({ maxCents: 500 })).toEqual([0]);
	expect(stepsOf({ maxCents: 501 })).toEqual([0, 1]);
	expect(stepsOf({ minCents: 30_001 })).toEqual([13, 14, 15]);
	expect(stepsOf({ minCents: 50_000 })).toEqual([13, 14, 15]);
	expect(stepsOf({ minCents: 100_001 })).toEqual([15]);
	expect(stepsOf({ minCents: 1001, maxCents: 1500 })).toEqual([2]);
});
