/** The queries of FTS5 that a search becomes, by a small lexicon. */
import { describe, expect, it } from "vitest";
import { parseSearch, type SearchFilter, suggestionMatch } from "./query.ts";
import { buildLexicon } from "./synonyms.ts";

const lexicon = buildLexicon(
	{
		same: [
			["bottom bracket", "bb"],
			["wrench", "spanner"],
		],
		means: { tool: ["wrench"] },
		misspelt: { braket: "bracket" },
		ignored: ["a", "for"],
	},
	["chain skips", "cassette wears"],
);

/** What is searched, in the order in which it is tried, with the filter beside it. */
const queries = (q: string, filter?: SearchFilter) => {
	const { variants, unknown, minCents, maxCents } = parseSearch(q, lexicon, filter);
	return {
		...(unknown.length > 0 && { unknown }),
		...(minCents !== undefined && { minCents }),
		...(maxCents !== undefined && { maxCents }),
		variants: variants.map(({ matches, near }) => [...matches, "near:", ...near]),
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
	const written = searches.map(([q, filter]) => ({ q, filter, ...queries(q, filter) }));
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
		const typed = ["ch", "chain s", "bb wre", "bot", "chian whi", "for a ch", "casete"];
		const found = typed.map((q) => [q, suggestionMatch(q, lexicon)]);
		expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
			{
			  "bb wre": "name : ((("bb" OR "bbs" OR "bottom bracket" OR "bottom brackets") AND ("wre" *)))",
			  "bot": "name : ((("bot" *)) OR "bottom bracket" OR "bb")",
			  "casete": "name : ((("casete" * OR "casete")))",
			  "ch": "name : ((("ch" *)))",
			  "chain s": "name : ((("chain" OR "chains") AND ("s" *)))",
			  "chian whi": "name : (((("chian" OR "chians") OR "chain") AND ("whi" *)))",
			  "for a ch": "name : ((("ch" *)))",
			}
		`);
	});

	it.each(["", "c", " ", "-"])("nothing: %j", (q) => {
		expect(suggestionMatch(q, lexicon)).toBeUndefined();
	});
});
