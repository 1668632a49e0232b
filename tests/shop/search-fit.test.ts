/** Searches that name a standard or a symptom: what comes first, how each result is marked, and the job they lead to. */
import { getCollection } from "astro:content";
import { beforeAll, expect, it } from "vitest";
import { searchContent } from "../../src/shop/search/content.server.ts";
import { searchTools } from "../../src/shop/search/search.server.ts";
import { suggest } from "../../src/shop/search/suggest.server.ts";
import { findTopics } from "../../src/shop/search/topics.ts";
import { addDemoCatalogue } from "../helpers/demo-catalogue.ts";

const content = await searchContent();

beforeAll(addDemoCatalogue);

/** A search with its tools in order, each with its mark, and the first job. */
const searches: [q: string, tools: string[], job: string | undefined][] = [
	["t47 bottom bracket tool", ["bottom-bracket-tool not-known"], "bottom-bracket-t47"],
	["freewheel tool", [], "replace-freewheel"],
	["freewheel remover", [], "replace-freewheel"],
	["shimano bb93 tool", [], "bottom-bracket-outboard-39-41"],
	["BBR60", [], "bottom-bracket-outboard-39-41"],
	["gxp", ["bottom-bracket-tool fits"], "bottom-bracket-outboard-44"],
	["bsa bottom bracket tool", ["bottom-bracket-tool not-known"], "bottom-bracket-cartridge"],
	["hollowtech tool", ["bottom-bracket-tool not-known"], "bottom-bracket-outboard-39-41"],
	["xd cassette tool", ["chain-whip fits"], "replace-cassette"],
	["presta pump", ["floor-pump fits"], undefined],
	["square taper crank puller", [], "remove-crank"],
	[
		"11 speed chain",
		["chain fits", "chain-checker fits", "chain-whip not-known"],
		"check-chain-wear",
	],
];

it.each(searches)("%j marks what fits and puts it first", async (q, tools, job) => {
	const result = await searchTools({ q }, content);
	const marked = result?.tools.map(({ _id }) => {
		const [outcome, , reason] = result.fit?.marks.get(_id) ?? [];
		return reason ? `${_id} ${outcome}` : _id;
	});
	expect([marked, result?.jobs[0]?.slug]).toEqual([tools, job]);
});

it.each(["chain breaker", "chain skips", "wheel wobbles", "torque wrench"])(
	"%j names no standard, so nothing is marked",
	async (q) => {
		expect((await searchTools({ q }, content))?.fit).toBeUndefined();
	},
);

it.each([
	["something creaks", "creaks"],
	["chain skips", "chain-skips"],
	["brakes squeal", "squeaks"],
	["flat tire", "flat"],
	["wheel wobbles", "wobbles"],
	["gears do not shift", "hard-shifting"],
	["spongy brake", "spongy-brake"],
	["loose headset", "loose-headset"],
	["something rattles", "rattles"],
	["brake rubs", "rubbing"],
	["pedal wrench", undefined],
])("%j leads to the page of its causes", async (q, symptom) => {
	expect((await searchTools({ q }, content))?.symptoms[0]?.id).toBe(symptom);
	const [first] = await suggest(q, content);
	if (symptom) expect(first?.href).toBe(`/symptoms/${symptom}`);
});

it("every phrase of a symptom leads to its page, whose jobs exist", async () => {
	const jobs = new Set((await getCollection("jobs")).map(({ id }) => id));
	for (const { id, data } of await getCollection("symptoms")) {
		expect(
			data.causes.map(({ job }) => job).filter((job) => !jobs.has(job)),
			id,
		).toEqual([]);
		for (const phrase of data.phrases)
			expect([phrase, findTopics(phrase.split(" "), content).symptoms[0]?.id]).toEqual([
				phrase,
				id,
			]);
	}
});
