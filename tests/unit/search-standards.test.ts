import { describe, expect, it } from "vitest";
import content from "../../content/search/synonyms.json";
import { findStandards, jobsAbout } from "../../src/shop/search/standards.ts";
import { buildLexicon } from "../../src/shop/search/synonyms.ts";
import { jobs, vocabulary } from "../setup/content.ts";

const lexicon = buildLexicon(content, []);
const find = (q: string) =>
	findStandards(q, vocabulary, lexicon).standards.map(
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
	["GXP", ["bottom-bracket:bsa-24-44"]],
	["megaexo cups", ["bottom-bracket:bsa-24-44"]],
	["Spline One", ["rotor:centerlock"]],
	["octalink crank", ["crank:splined"]],
	["octalink bottom bracket", ["bottom-bracket:bsa-cartridge"]],
	["BB-UN55", ["bottom-bracket:bsa-cartridge"]],
	["TL-FC32", ["bottom-bracket:bsa-24-44"]],
	["x", []],
	["", []],
	["chain breaker", []],
])("%s names %j", (q, standards) => {
	expect(find(q)).toEqual(standards);
});

describe("jobsAbout", () => {
	const list = Object.entries(jobs).map(([slug, job]) => ({ slug, ...job }));
	const about = (q: string) => jobsAbout(findStandards(q, vocabulary, lexicon), list);

	it.each([
		["T47", "bottom-bracket-t47"],
		["GXP", "bottom-bracket-outboard-44"],
		["Hollowtech II", "bottom-bracket-outboard-39-41"],
		["octalink crank", "remove-crank"],
		["suntour", "replace-freewheel"],
		["hyperglide", "replace-cassette"],
	])("of %s has first %s", (q, slug) => {
		expect(about(q).jobs[0]?.slug).toBe(slug);
	});

	it("looks tools up for each standard in turn, four at most", () => {
		expect(about("hyperglide").needs.map(({ action, only }) => `${action} ${only}`)).toEqual([
			"remove hg-7",
			"hold hg-7",
			"measure 12-shimano",
			"remove 12-shimano",
		]);
		expect(about("torque wrench")).toEqual({ jobs: [], needs: [] });
	});
});

it("a standard is named with its dimension", () => {
	expect(findStandards("xd", vocabulary, lexicon).standards[0]?.name).toBe(
		"Cassette and freehub: SRAM XD",
	);
});
