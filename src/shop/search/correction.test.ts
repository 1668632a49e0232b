/** What unknown words are meant to be, and the search that is shown with them. */
import { expect, it } from "vitest";
import { correctionsOf, correctText, nearestWord } from "./correction.ts";

const likely = (typed: string, word: string, named = 1) => ({ typed, word, named });

it.each<
	[string, Parameters<typeof correctionsOf>[0][number], ReturnType<typeof likely>[], string?]
>([
	["the lexicon's", { word: "chian", suggestion: "chain" }, [likely("chian", "chain")], "chain"],
	["itself if a tool has it", { word: "chian", suggestion: "chain" }, []],
	[
		"itself if the lexicon has it",
		{ word: "chain", suggestion: "chain" },
		[likely("chain", "chain")],
	],
	[
		"a word of tools",
		{ word: "vuqed", suggestion: undefined },
		[likely("vuqed", "vqued", 0)],
		"vqued",
	],
	[
		"none that is two letters away",
		{ word: "vukxd", suggestion: undefined },
		[likely("vukxd", "vqued")],
	],
	["none of another word", { word: "vuqed", suggestion: undefined }, [likely("other", "vqued")]],
	[
		"a word of a name rather than of a text",
		{ word: "vqxed", suggestion: undefined },
		[likely("vqxed", "vqaed", 0), likely("vqxed", "vqued")],
		"vqued",
	],
	[
		"for four letters no word of a text",
		{ word: "vqxd", suggestion: undefined },
		[likely("vqxd", "vqud", 0)],
	],
])("a word is meant to be %s", (_, unknown, words, expected) => {
	expect(correctionsOf([unknown], words).get(unknown.word)).toBe(expected);
});

it.each([
	["chian tool", [["chian", "chain"]], "chain tool"],
	["CHIAN  chian, chianti", [["chian", "chain"]], "chain  chain chianti"],
	["Zyrqóun chian", [["zyrqoun", "zyrquon"]], "zyrquon chian"],
	["bbtool", [["bbtool", "bb tool"]], "bb tool"],
] as const)("%j with %j is %j", (q, corrections, expected) => {
	expect(correctText(q, new Map(corrections))).toBe(expected);
});

it("the nearest word is the first of equal ones", () => {
	expect(nearestWord("standars", ["standard", "standars2", "stander"])).toBe("standard");
});
