/** Searches that name a standard: what comes first, how each result is marked, and the job they lead to. */
import { beforeAll, expect, it } from "vitest";
import { searchContent } from "../../src/shop/search/content.server.ts";
import { searchTools } from "../../src/shop/search/search.server.ts";
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
