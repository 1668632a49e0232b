/** What follows from three answers, and what doesn't. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
	type BikeRule,
	bikeRulesSchema,
	likelyBike,
	nextQuestion,
	queryToSave,
	readAnswers,
	readKnownBike,
	ruleErrors,
} from "./likely-bike.ts";
import type { Vocabulary } from "./standards.ts";

const rule = (more: Partial<BikeRule>): BikeRule => ({
	when: {},
	dimension: "chain",
	standard: "12",
	sure: "likely",
	because: "It mostly is.",
	sources: ["manual"],
	...more,
});
const flattop = rule({
	when: { kind: ["road", "gravel"], sprockets: ["12"] },
	standard: "12-flattop",
});
const chain = rule({ when: { sprockets: ["12"] } });
const wheel = rule({ when: { kind: ["road"] }, dimension: "wheel", standard: "622" });
const rules = [flattop, chain, wheel];

it.each([
	["", {}, "kind"],
	[
		"kind=road&shifter=sram&sprockets=12",
		{ kind: "road", shifter: "sram", sprockets: "12" },
		undefined,
	],
	["kind=boat&sprockets=14&shifter=unknown", { shifter: "unknown" }, "kind"],
	["kind=road&sprockets=9", { kind: "road", sprockets: "9" }, "shifter"],
])("the address %s has the answers %j, and asks %s next", (query, answers, next) => {
	const read = readAnswers(new URLSearchParams(query));
	expect(read).toEqual(answers);
	expect(nextQuestion(read)).toBe(next);
});

it.each<[string, BikeRule[]]>([
	["", []],
	["kind=road", [wheel]],
	["kind=city&sprockets=12", [chain]],
	["kind=road&sprockets=12", [flattop, wheel]],
	["kind=road&sprockets=unknown", [wheel]],
])("of each part the first rule that applies to %s", (query, likely) => {
	expect(likelyBike(readAnswers(new URLSearchParams(query)), rules)).toEqual(likely);
});

describe("a bike in an address", () => {
	const standards = (...ids: string[]) => ids.map((id) => ({ id }));
	const dimensions = {
		chain: { ofTheBike: true, standards: standards("12", "12-flattop", "12-shimano") },
		pedal: { ofTheBike: true, standards: standards("hex-8") },
		wheel: { ofTheBike: true, standards: standards("622") },
	};
	const vocabulary = { dimensions, sources: {} } as unknown as Vocabulary;
	const read = (query: string) => readKnownBike(new URLSearchParams(query), rules, vocabulary);

	it("has what was chosen, and what is likely where nothing was", () => {
		const known = read("pedal=hex-8&sprockets=12&kind=road&chain=12-shimano");
		expect(known.parts).toEqual([
			{ dimension: "chain", value: "12-shimano" },
			{ dimension: "pedal", value: "hex-8" },
			{ dimension: "wheel", value: "622", rule: wheel },
		]);
		expect(known.bike).toEqual({ chain: "12-shimano", pedal: "hex-8", wheel: "622" });
	});

	it("keeps the reason of what is likely when it was chosen", () => {
		const [part] = read("kind=road&sprockets=12&chain=12-flattop").parts;
		expect(part).toEqual({ dimension: "chain", value: "12-flattop", rule: flattop });
	});

	it("may leave open what is likely", () => {
		const known = read("kind=road&wheel=not-known&x=1");
		expect(known.parts).toEqual([]);
		expect(known.kept).toEqual([
			["kind", "road"],
			["wheel", "not-known"],
		]);
	});

	it("is saved with its likely parts, in one order", () => {
		const query = "kind=road&sprockets=12&chain=12-flattop&pedal=hex-8&wheel=622";
		expect(queryToSave(read("pedal=hex-8&kind=road&sprockets=12"))).toBe(query);
		expect(queryToSave(read(query))).toBe(query);
		expect(queryToSave(read("wheel=not-known&kind=road"))).toBe("kind=road&wheel=not-known");
		expect(queryToSave(read(""))).toBe("");
	});
});

it("a rule names standards and sources that exist, and an answer that can be given", () => {
	const vocabulary = { dimensions: {}, sources: {} };
	expect(ruleErrors([chain], vocabulary)).toEqual([
		"rule 1, chain:12: no such standard",
		"rule 1, chain:12: no source manual",
	]);
	expect(v.is(bikeRulesSchema, { rules })).toBe(true);
	expect(v.is(bikeRulesSchema, { rules: [{ ...chain, when: { kind: ["boat"] } }] })).toBe(false);
	expect(v.is(bikeRulesSchema, { rules: [{ ...chain, when: { kind: [] } }] })).toBe(false);
});
