/** What fits: the vocabulary, and the verdict for every pair of capability and standard. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { bikeDimensions, readBike } from "../../src/shop/fit/bike.ts";
import {
	type Capability,
	capabilityErrors,
	capabilitySchema,
} from "../../src/shop/fit/capabilities.ts";
import { type Bike, judge, verdict } from "../../src/shop/fit/fit.ts";
import { likelyBike, readAnswers, ruleErrors } from "../../src/shop/fit/likely-bike.ts";
import {
	type Action,
	actions,
	type Dimension,
	findStandard,
	leavesOf,
	type Standard,
	vocabularyErrors,
} from "../../src/shop/fit/standards.ts";
import { bikeRules, vocabulary } from "../setup/content.ts";

const { dimensions, sources } = vocabulary;

function dimensionOf(id: string): Dimension {
	const dimension = dimensions[id];
	if (!dimension) throw new Error(`There is no dimension ${id}.`);
	return dimension;
}

const capability = (input: v.InferInput<typeof capabilitySchema>): Capability =>
	v.parse(capabilitySchema, input);

/** Every standard that is no group, in every dimension. */
const leaves = Object.entries(dimensions).flatMap(([id, dimension]) =>
	leavesOf(dimension).map((standard) => ({ id, dimension, standard })),
);

/** The shapes of which all sources say that they fit. */
function undisputed(standard: Standard, action: Action): string[] {
	const claims = standard.tools[action] ?? [];
	return [...new Set(claims.map(({ shape }) => shape))].filter((shape) =>
		claims.filter((claim) => claim.shape === shape).every(({ fits }) => fits),
	);
}

describe("the vocabulary", () => {
	it("has fifteen dimensions that a rider chooses by a standard", () => {
		const chosen = Object.values(dimensions).filter(({ ofTheBike, unit }) => ofTheBike && !unit);
		expect(chosen.length).toBeGreaterThanOrEqual(15);
		expect(vocabularyErrors(vocabulary)).toEqual([]);
	});

	it("names no source that nothing rests on but jobs, and none was checked in the future", () => {
		const days = Object.values(sources).map(({ checked }) => checked);
		expect(days.filter((day) => day > new Date().toISOString().slice(0, 10))).toEqual([]);
	});
});

describe("one capability and one standard", () => {
	/** Tools that do one action to one standard of a dimension, each with all standards of that dimension. */
	const pairs = leaves.flatMap(({ id, dimension, standard: made }) =>
		actions.flatMap((action) =>
			leavesOf(dimension).map((standard) => ({ id, dimension, action, made, standard })),
		),
	);

	it("fits only if the tool was made for it, or all sources say that it takes the same shape", () => {
		expect(pairs.length).toBeGreaterThan(10_000);
		const wrong = pairs.filter(({ id, dimension, action, made, standard }) => {
			const tool = capability({ action, dimension: id, standards: [made.id] });
			if (judge(tool, dimension, standard.id).outcome !== "fits") return made === standard;
			const shapes = undisputed(made, action);
			const same = shapes.length === 1 && undisputed(standard, action).includes(shapes[0] ?? "");
			return made !== standard && !same;
		});
		expect(wrong).toEqual([]);
	});

	it("does not fit what its maker excludes, whatever the shapes say", () => {
		const wrong = pairs.filter(({ id, dimension, action, made, standard }) => {
			if (made === standard) return false;
			const tool = capability({
				action,
				dimension: id,
				standards: [made.id],
				except: [standard.id],
			});
			return judge(tool, dimension, standard.id).outcome !== "does-not-fit";
		});
		expect(wrong).toEqual([]);
	});

	it("has a source for every reason that is not the tool's own data", () => {
		const without = pairs.filter(({ id, dimension, action, made, standard }) => {
			const tool = capability({ action, dimension: id, standards: [made.id] });
			const { outcome, sources: named } = judge(tool, dimension, standard.id);
			if (made === standard || (outcome === "not-known" && named.length === 0)) return false;
			return named.length === 0 || named.some((source) => !sources[source]);
		});
		expect(without).toEqual([]);
	});
});

type Row = [action: Action, made: string, standard: string, outcome: string];

const rows: Record<string, Row[]> = {
	"bottom-bracket": [
		["remove", "bsa-24-44", "bsa-24-44", "fits"],
		["remove", "bsa-24-44", "bsa-24-41", "does-not-fit"],
		["remove", "bsa-24-44", "bsa-24-39", "does-not-fit"],
		["remove", "bsa-24-44", "bsa-cartridge", "does-not-fit"],
		["remove", "bsa-24-44", "t47-external", "does-not-fit"],
		["remove", "bsa-24-44", "bsa-dub", "not-known"],
		["remove", "bsa-24-44", "t47-internal", "not-known"],
		["remove", "bsa-24-44", "press-fit-41", "not-known"],
		["remove", "bsa-24-44", "bsa", "not-known"],
		["press", "press-fit-41", "press-fit-46", "not-known"],
	],
	cassette: [
		["remove", "hg-8-10", "hg-road-11", "fits"],
		["remove", "hg-8-10", "xd", "fits"],
		["remove", "hg-8-10", "xdr", "fits"],
		["remove", "hg-8-10", "microspline", "fits"],
		["remove", "hg-8-10", "hg", "fits"],
		["remove", "hg-8-10", "campagnolo", "does-not-fit"],
		["remove", "hg-8-10", "n3w", "not-known"],
		["remove", "hg-8-10", "freewheel-shimano", "does-not-fit"],
		["remove", "hg-8-10", "freewheel", "does-not-fit"],
		["remove", "freewheel-shimano", "freewheel-falcon", "does-not-fit"],
		["remove", "freewheel-falcon", "freewheel-shimano", "does-not-fit"],
		["remove", "freewheel-shimano", "hg-8-10", "not-known"],
		["install", "hg-8-10", "freewheel-shimano", "not-known"],
		["hold", "hg-8-10", "xd", "not-known"],
	],
	crank: [
		["remove", "octalink", "isis", "fits"],
		["remove", "octalink", "splined", "fits"],
		["remove", "octalink", "square-taper", "does-not-fit"],
		["remove", "square-taper", "octalink", "does-not-fit"],
		["remove", "self-extracting-8", "self-extracting", "not-known"],
		["remove", "square-taper", "cottered", "not-known"],
	],
	pedal: [
		["remove", "flats-15", "flats-15-hex-8", "fits"],
		["remove", "flats-15", "hex-8", "does-not-fit"],
		["remove", "hex-8", "flats-15-hex-8", "fits"],
		["remove", "hex-8", "flats-15-hex-6", "does-not-fit"],
		// A tool for pedals with both may be a wrench or a key.
		["remove", "flats-15-hex-8", "flats-15", "not-known"],
		["remove", "flats-15-hex-8", "hex-8", "not-known"],
	],
	rotor: [
		["remove", "centerlock-internal", "centerlock-external", "does-not-fit"],
		["remove", "centerlock-internal", "six-bolt", "does-not-fit"],
		["remove", "centerlock-internal", "centerlock", "not-known"],
	],
	valve: [
		["inflate", "presta", "dunlop", "fits"],
		["inflate", "presta", "schrader", "does-not-fit"],
	],
	brake: [
		["bleed", "mineral-shimano", "dot-sram", "does-not-fit"],
		["bleed", "mineral-shimano", "mineral-magura", "not-known"],
		["bleed", "mineral-shimano", "disc-hydraulic", "not-known"],
	],
	"spoke-nipple": [
		["turn", "square-323", "square-33", "does-not-fit"],
		["turn", "square-323", "other", "not-known"],
	],
	hub: [
		["adjust", "cone-15", "cone-17", "does-not-fit"],
		["adjust", "cone-15", "cartridge", "not-known"],
	],
	chain: [
		["remove", "11", "11", "fits"],
		["remove", "11", "12", "not-known"],
	],
};

describe.each(Object.entries(rows))("%s", (id, cases) => {
	it.each(cases)("%s: a tool for %s and %s: %s", (action, made, standard, outcome) => {
		const tool = capability({ action, dimension: id, standards: [made] });
		const dimension = dimensionOf(id);
		expect(findStandard(dimension, standard)).toBeDefined();
		expect(judge(tool, dimension, standard).outcome).toBe(outcome);
	});
});

describe("where sources disagree", () => {
	it("it is not known, and both are shown", () => {
		const tool = capability({
			action: "remove",
			dimension: "cassette",
			standards: ["freewheel-shimano"],
		});
		const { outcome, text, sources: named } = judge(tool, dimensionOf("cassette"), "hg-road-11");
		expect(outcome).toBe("not-known");
		expect(text).toContain("Sources disagree");
		expect(named).toEqual(["second-gear-freewheel", "park-cassette"]);
	});
});

describe("a tool and a bike", () => {
	const lockringTool = [
		capability({ action: "remove", dimension: "cassette", standards: ["hg-8-10"] }),
		capability({ action: "remove", dimension: "rotor", standards: ["centerlock-internal"] }),
	];
	const innerTube = [
		capability({ action: "part", dimension: "wheel", standards: ["622"] }),
		capability({ action: "part", dimension: "valve", standards: ["presta"] }),
		capability({ action: "part", dimension: "tire-width", from: 25, to: 32 }),
	];
	const wheel = { wheel: "622", valve: "presta", "tire-width": 28 };

	it.each<[string, Capability[], Bike, string]>([
		["one of its uses fits", lockringTool, { cassette: "xd", rotor: "six-bolt" }, "fits"],
		["one use is not known", lockringTool, { cassette: "campagnolo" }, "not-known"],
		["no use fits", lockringTool, { cassette: "campagnolo", rotor: "six-bolt" }, "does-not-fit"],
		["nothing was chosen", lockringTool, {}, "not-known"],
		["all of a part fits", innerTube, wheel, "fits"],
		["the width is the widest", innerTube, { ...wheel, "tire-width": 32 }, "fits"],
		["one thing of a part differs", innerTube, { ...wheel, "tire-width": 33 }, "does-not-fit"],
		["a part's valve differs", innerTube, { ...wheel, valve: "schrader" }, "does-not-fit"],
		["one thing was not chosen", innerTube, { wheel: "622", valve: "presta" }, "not-known"],
		["nothing is recorded", [], wheel, "not-known"],
		["it depends on no bike", [capability({ action: "torque", from: 2, to: 25 })], {}, "fits"],
		[
			"bolts are of any bike",
			[capability({ action: "turn", dimension: "bolt", standards: ["hex-5"] })],
			{},
			"fits",
		],
	])("%s", (_, capabilities, bike, outcome) => {
		expect(verdict(capabilities, bike, vocabulary).outcome).toBe(outcome);
	});

	it("names what the rider chose, not one of its finer standards", () => {
		const text = (standards: string[]) =>
			verdict(
				[capability({ action: "remove", dimension: "cassette", standards })],
				{ cassette: "hg" },
				vocabulary,
			).reasons[0]?.text;
		expect(text(["xd"])).toMatch(/^Shimano HG splines takes a tool with 12 splines/);
		expect(text(["hg-8-10"])).toBe("Cassette and freehub: it removes Shimano HG splines.");
	});

	it("says first what decided", () => {
		const { reasons } = verdict(
			lockringTool,
			{ cassette: "campagnolo", rotor: "centerlock-internal" },
			vocabulary,
		);
		expect(reasons.map(({ outcome }) => outcome)).toEqual(["fits", "does-not-fit"]);
	});
});

describe("a bike in an address", () => {
	it("has the dimensions that a rider chooses", () => {
		const chosen = Object.entries(dimensions).filter(([, { ofTheBike }]) => ofTheBike);
		expect([...bikeDimensions].sort()).toEqual(chosen.map(([id]) => id).sort());
	});

	it.each<[string, Bike]>([
		["cassette=xd&chain=11", { cassette: "xd", chain: "11" }],
		["cassette=hg", { cassette: "hg" }],
		["cassette=&chain=99&wheel=622", { wheel: "622" }],
		["tire-width=28", { "tire-width": 28 }],
		["tire-width=2x&tire-width=28", {}],
		["tire-width=900", {}],
		["bolt=hex-5&color=red", {}],
	])("%s is %j", (query, bike) => {
		expect(readBike(new URLSearchParams(query), bikeDimensions, vocabulary)).toEqual(bike);
	});
});

describe("capabilities", () => {
	it.each<[v.InferInput<typeof capabilitySchema>, string[]]>([
		[{ action: "remove", dimension: "cassette", standards: ["hg-8-10"] }, []],
		[{ action: "torque", from: 2, to: 25 }, []],
		[{ action: "part", dimension: "tire-width", from: 25, to: 32 }, []],
		[{ action: "remove", dimension: "cassete" }, ["remove cassete: no such dimension"]],
		[
			{ action: "remove", dimension: "cassette", standards: ["hg"] },
			["remove cassette: hg is a group"],
		],
		[
			{ action: "remove", dimension: "cassette", standards: ["xe"] },
			["remove cassette: xe is no standard"],
		],
		[{ action: "remove", dimension: "cassette" }, ["remove cassette: must have standards"]],
		[{ action: "torque", from: 25, to: 2 }, ["torque: no range"]],
		[
			{ action: "remove", dimension: "cassette", standards: ["xd"], except: ["xd"] },
			["remove cassette: a standard occurs twice"],
		],
	])("%j: %j", (input, errors) => {
		expect(capabilityErrors([capability(input)], vocabulary)).toEqual(errors);
	});
});

describe("three answers", () => {
	const likely = (query: string) =>
		Object.fromEntries(
			likelyBike(readAnswers(new URLSearchParams(query)), bikeRules).map(
				({ dimension, standard, sure }) => [dimension, `${standard} ${sure}`],
			),
		);

	it("lead to standards of the vocabulary, with sources", () => {
		expect(ruleErrors(bikeRules, vocabulary)).toEqual([]);
	});

	it.each([
		[
			"kind=road&shifter=sram&sprockets=12",
			{
				chain: "12-flattop likely",
				cassette: "xdr likely",
				wheel: "622 likely",
				valve: "presta likely",
			},
		],
		[
			"kind=mountain&shifter=shimano&sprockets=12",
			{ chain: "12-shimano quite-sure", cassette: "microspline quite-sure" },
		],
		[
			"kind=city&shifter=shimano&sprockets=9",
			{ chain: "9 quite-sure", cassette: "hg-8-10 quite-sure", wheel: "622 likely" },
		],
		// A freewheel or a cassette, and wheels of many sizes.
		["kind=folding&shifter=unknown&sprockets=7", { chain: "5-8 quite-sure" }],
		// XD, HG or Campagnolo: nothing follows of the cassette.
		[
			"kind=gravel&shifter=sram&sprockets=11",
			{ chain: "11 quite-sure", wheel: "622 likely", valve: "presta likely" },
		],
		["kind=unknown&shifter=unknown&sprockets=13", {}],
		["kind=unknown&shifter=unknown&sprockets=unknown", {}],
	])("%s", (query, bike) => {
		expect(likely(query)).toEqual(bike);
	});
});

describe("whoever knows nothing of the bike", () => {
	// Two taps: "How to find out" on /fit, then "My bike has this" beside what one sees.
	it.each(bikeDimensions.filter((id) => vocabulary.dimensions[id]?.unit === undefined))(
		"can tell each %s from the others by what one sees or measures",
		(id) => {
			const told = leavesOf(vocabulary.dimensions[id] as Dimension).map(
				({ recognise, measure = "" }) => `${recognise} ${measure}`.trim().toLowerCase(),
			);
			expect(told.filter((text) => text.length < 12)).toEqual([]);
			expect(new Set(told).size).toBe(told.length);
		},
	);
});
