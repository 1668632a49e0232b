/** What follows from three answers, and what doesn't. */
import * as v from "valibot";
import { expect, it } from "vitest";
import {
	type BikeRule,
	bikeRulesSchema,
	likelyBike,
	nextQuestion,
	partsOfBike,
	readAnswers,
	ruleErrors,
} from "./likely-bike.ts";

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

it("what was chosen or left open comes before what is likely, and what agrees keeps its reason", () => {
	const params = new URLSearchParams("wheel=not-known");
	const parts = partsOfBike({ chain: "12-shimano", pedal: "hex-8" }, params, [flattop, wheel]);
	expect(parts).toEqual([
		{ dimension: "chain", value: "12-shimano" },
		{ dimension: "pedal", value: "hex-8" },
	]);
	const [agreeing] = partsOfBike({ chain: "12-flattop" }, params, [flattop]);
	expect(agreeing?.rule).toBe(flattop);
	expect(partsOfBike({}, params, [flattop])).toEqual([
		{ dimension: "chain", value: "12-flattop", rule: flattop },
	]);
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
