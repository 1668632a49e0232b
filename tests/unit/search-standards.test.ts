import { expect, it } from "vitest";
import content from "../../content/search/synonyms.json";
import { findStandards } from "../../src/shop/search/standards.ts";
import { buildLexicon } from "../../src/shop/search/synonyms.ts";
import { vocabulary } from "../setup/content.ts";

const lexicon = buildLexicon(content, []);
const find = (q: string) =>
	findStandards(q, vocabulary, lexicon).map(
		({ dimension, standard }) => `${dimension}:${standard}`,
	);

it.each<[q: string, standards: string[]]>([
	["xd", ["cassette:xd"]],
	["sram xd hub", ["cassette:xd"]],
	["does it fit my SRAM XD", ["cassette:xd"]],
	["bb86", ["bottom-bracket:press-fit-41"]],
	["BB30 tool", ["bottom-bracket:press-fit-42"]],
	["bsa", ["bottom-bracket:bsa"]],
	["t47 external", ["bottom-bracket:t47"]],
	["hg", ["cassette:hg"]],
	["microspline", ["cassette:microspline"]],
	["micro spline", ["cassette:microspline"]],
	["square taper crank", ["crank:square-taper"]],
	["six bolt rotor", ["rotor:six-bolt"]],
	["eagle", ["cassette:xd", "chain:12-eagle"]],
	["sram", []],
	["red", []],
	["block", []],
	// Bolts are of any bike.
	["t25", []],
	["x", []],
	["", []],
	["chain breaker", []],
])("%s names %j", (q, standards) => {
	expect(find(q)).toEqual(standards);
});

it("a standard is named with its dimension", () => {
	expect(findStandards("xd", vocabulary, lexicon)[0]?.name).toBe("Cassette and freehub: SRAM XD");
});
