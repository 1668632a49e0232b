import { describe, expect, it } from "vitest";
import type { Need } from "../jobs/jobs.ts";
import { findJobs, type SearchableJob } from "./jobs.ts";
import { buildLexicon } from "./synonyms.ts";

const lexicon = buildLexicon(
	{
		same: [
			["noise", "creak"],
			["bottom bracket", "bb"],
			["spanner", "adjustable wrench"],
		],
		means: {},
		misspelt: {},
		ignored: ["the", "my"],
	},
	[],
);
const need = (action: Need["action"], more: Partial<Need> = {}): Need => ({
	action,
	dimension: "chain",
	for: "",
	optional: false,
	...more,
});
const job = (slug: string, title: string, symptoms: string[], ...needs: Need[]): SearchableJob => ({
	slug,
	title,
	summary: `How to ${slug}`,
	symptoms,
	needs,
});

const jobs = [
	job(
		"chain",
		"Replace the chain",
		["chain skips", "chain skips under load"],
		need("hold", { optional: true }),
		need("cut"),
		need("cut"),
		need("torque", { dimension: undefined, to: 5 }),
	),
	job("crank", "Tighten the crank arms", ["pedals creak", "rattles"], need("turn")),
	job("wheel", "True the wheel", ["wheel wobbles"], need("adjust")),
	job("wheels", "True both wheels", [], need("adjust")),
	job("again", "True wheels again", [], need("adjust")),
	job("more", "True more wheels", [], need("adjust")),
];

const find = (text: string) => {
	const found = findJobs(text.split(" "), jobs, lexicon);
	return {
		jobs: found.jobs.map(({ slug }) => slug),
		needs: found.needs.map(({ action }) => action),
		guesses: found.guesses.map(({ slug }) => slug),
	};
};

describe("the jobs of a search", () => {
	const chain = { jobs: ["chain"], needs: ["cut", "torque", "hold"], guesses: [] };

	it("are those with the symptom, with what they need first, each once", () => {
		expect(find("chain skips")).toEqual(chain);
		expect(find("my chain has skipped")).toEqual(chain);
		expect(find("the chain skips badly")).toEqual(chain);
	});

	it("are those with a synonym of the symptom", () => {
		expect(find("pedal noise")).toEqual({ jobs: ["crank"], needs: ["turn"], guesses: [] });
	});

	it("are those with most of a symptom, which may be a tool's name", () => {
		expect(find("chain load")).toEqual(chain);
	});

	it("are those with the symptom of one word only if nothing else is asked", () => {
		expect(find("rattles")).toEqual({ jobs: ["crank"], needs: ["turn"], guesses: [] });
		expect(find("rattles xyz")).toEqual({ jobs: [], needs: [], guesses: [] });
		expect(find("has rattles").jobs).toEqual(["crank"]);
	});

	it("are at most three by their titles, the nearest first, without needs", () => {
		expect(find("true wheels")).toEqual({
			jobs: ["wheel", "wheels", "again"],
			needs: [],
			guesses: [],
		});
		expect(find("crank arms").jobs).toEqual(["crank"]);
	});

	it("are the nearest first, whatever their order", () => {
		const found = findJobs(["true", "wheels"], jobs.toReversed(), lexicon);
		expect(found.jobs.map(({ slug }) => slug)).toEqual(["wheel", "more", "again"]);
	});

	it("with most of a symptom need nothing if another has all of it", () => {
		const part = job("part", "Renew", ["chain skips on small cogs"], need("remove"));
		const found = findJobs(["chain", "skips"], [part, ...jobs], lexicon);
		expect(found.jobs.map(({ slug }) => slug)).toEqual(["chain", "part"]);
		expect(found.needs.map(({ action }) => action)).toEqual(["cut", "torque", "hold"]);
	});

	it("have the first four of what they need", () => {
		const actions = ["cut", "hold", "turn", "press", "mount"] as const;
		const list = [job("one", "Renew", ["it rattles"], ...actions.map((action) => need(action)))];
		const { needs } = findJobs(["it", "rattles"], list, lexicon);
		expect(needs.map(({ action }) => action)).toEqual(actions.slice(0, 4));
	});

	it("have a word that has a synonym of two words, and no word of the synonym", () => {
		const jobOf = (title: string) => [job("one", title, [])];
		expect(findJobs(["spanner"], jobOf("Spanner care"), lexicon).jobs).toHaveLength(1);
		expect(findJobs(["spanner"], jobOf("Adjust brakes"), lexicon).jobs).toEqual([]);
	});

	it("may have a word of each of their symptoms", () => {
		const list = [job("one", "True", ["wheel wobbles", "brake rubs"])];
		expect(findJobs(["true", "brake"], list, lexicon).jobs).toHaveLength(1);
	});

	it("may have a word in their summary, if another is in the title", () => {
		const list = [{ ...job("one", "True", []), summary: "Of a wobbly wheel" }];
		expect(findJobs(["true", "wobbly"], list, lexicon).jobs).toHaveLength(1);
		expect(findJobs(["wobbly"], list, lexicon).jobs).toEqual([]);
	});

	it("may lack one word of a sentence of four", () => {
		expect(find("tighten crank arms xyz").jobs).toEqual(["crank"]);
		expect(find("tighten crank xyz").jobs).toEqual([]);
		expect(find("tighten crank abc xyz").jobs).toEqual([]);
	});

	it("may be those with a symptom that has the only word", () => {
		expect(find("skipping")).toEqual({ ...chain, jobs: [], guesses: ["chain"] });
		expect(find("wheel")).toMatchObject({ guesses: ["wheel"], needs: ["adjust"] });
		expect(find("crank").guesses).toEqual([]);
		expect(find("rattles").guesses).toEqual([]);
		expect(find("chain skips").guesses).toEqual([]);
	});

	it.each(["creak", "creaks", "creaking", "creaked", "creaky"])("have a word as %j", (form) => {
		expect(find(`pedals ${form}`).jobs).toEqual(["crank"]);
		expect(findJobs([form, "slowly"], [job("one", "Slow creak", [])], lexicon).jobs).toHaveLength(
			1,
		);
	});

	it("have no other word that begins like it", () => {
		expect(findJobs(["press"], [job("one", "Open presses", [])], lexicon).jobs).toHaveLength(1);
		expect(findJobs(["press"], [job("one", "Presta care", [])], lexicon).jobs).toEqual([]);
		expect(findJobs(["eden"], [job("one", "Edenish care", [])], lexicon).jobs).toEqual([]);
		expect(find("wheels wobbegong").jobs).toEqual([]);
	});

	it("have the short form of two words", () => {
		const list = [job("one", "Replace a bottom bracket", ["bb grinds"])];
		for (const words of [["bb"], ["bottom", "brackets"]])
			expect(findJobs([...words, "replace"], list, lexicon).jobs).toHaveLength(1);
		expect(findJobs(["bracket", "replace"], list, lexicon).jobs).toEqual([]);
	});

	it.each(["the", "has", "xyz", "skips xyz"])("are none for %j", (text) => {
		expect(find(text)).toMatchObject({ jobs: [], needs: [] });
	});
});
