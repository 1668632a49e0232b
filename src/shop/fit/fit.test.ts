/** Verdicts and their reasons, on a vocabulary of three dimensions. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type CapabilityInput, capabilityErrors, capabilitySchema } from "./capabilities.ts";
import { type Bike, mayFit, verdict } from "./fit.ts";
import { dimensionSchema, toVocabulary } from "./standards.ts";

const texts = { question: "Which?", order: 1, help: "Look." };
const standard = (id: string, more: object = {}) => ({
	id,
	name: id.toUpperCase(),
	recognise: "It looks so.",
	sources: [`maker-${id}`],
	...more,
});
const takes = (shape: string, source: string, fits = true) => ({ shape, source, fits });

const vocabulary = toVocabulary(
	[
		{
			...texts,
			name: "Cassette",
			ofTheBike: true,
			shapes: { splines: "12 splines", prongs: "2 prongs" },
			standards: [
				standard("all"),
				standard("hg", { within: "all", tools: { remove: [takes("splines", "s1")] } }),
				standard("xd", {
					within: "all",
					tools: { remove: [takes("splines", "s2"), takes("prongs", "s3", false)] },
				}),
				standard("old", { tools: { remove: [takes("prongs", "s4")] } }),
				standard("odd", {
					tools: { remove: [takes("splines", "s5"), takes("splines", "s6", false)] },
				}),
				standard("rare"),
			],
		},
		{ ...texts, name: "Tire width", ofTheBike: true, unit: "mm", standards: [] },
		{ ...texts, name: "Bolt", ofTheBike: false, standards: [standard("hex")] },
	].map((input, index) => ({
		id: ["cassette", "width", "bolt"][index] ?? "",
		data: v.parse(dimensionSchema, input),
	})),
	[],
);

const parse = (inputs: CapabilityInput[]) => v.parse(v.array(capabilitySchema), inputs);
const remove = { action: "remove", dimension: "cassette" } as const;
const hg = { ...remove, standards: ["hg"] };

/** The verdict and its reasons, each with its sources. */
const judged = (bike: Bike, ...inputs: CapabilityInput[]) => {
	const { outcome, reasons } = verdict(parse(inputs), bike, vocabulary);
	return [
		outcome,
		...reasons.map((one) => `${one.outcome}: ${one.text} ${one.sources.join()}`.trim()),
	];
};

describe("a verdict", () => {
	it("rests on what the maker says, then on shapes", () => {
		expect({
			made: judged({ cassette: "hg" }, hg),
			excluded: judged({ cassette: "xd" }, { ...hg, except: ["xd"] }),
			sameShape: judged({ cassette: "xd" }, hg),
			otherShape: judged({ cassette: "old" }, hg),
			disputed: judged({ cassette: "odd" }, hg),
			nobodySays: judged({ cassette: "rare" }, hg),
			group: judged({ cassette: "all" }, hg),
			groupNobodyKnows: judged(
				{ cassette: "all" },
				{ ...remove, action: "hold", standards: ["old"] },
			),
			notAll: judged({ cassette: "all" }, { ...hg, except: ["xd"] }),
			unknown: judged({ cassette: "lost" }, hg),
			notChosen: judged({}, hg),
			nothing: judged({ cassette: "hg" }),
			anyBike: judged({}, { action: "turn", dimension: "bolt", standards: ["hex"] }),
			torque: judged({}, { action: "torque", from: 2, to: 25 }),
		}).toMatchInlineSnapshot(`
			{
			  "anyBike": [
			    "fits",
			    "fits: It turns the bolt of any bike.",
			  ],
			  "disputed": [
			    "not-known",
			    "not-known: Sources disagree on whether a tool with 12 splines fits ODD. s5,s6",
			  ],
			  "excluded": [
			    "does-not-fit",
			    "does-not-fit: Cassette: it removes other types, not XD.",
			  ],
			  "group": [
			    "fits",
			    "fits: Cassette: it removes ALL. s2",
			  ],
			  "groupNobodyKnows": [
			    "not-known",
			    "not-known: Cassette: depends on which one the bike has: HG; XD. maker-all",
			  ],
			  "made": [
			    "fits",
			    "fits: Cassette: it removes HG.",
			  ],
			  "nobodySays": [
			    "not-known",
			    "not-known: Cassette: no source says whether it removes RARE.",
			  ],
			  "notAll": [
			    "not-known",
			    "not-known: Cassette: depends on which one the bike has: HG; XD. maker-all",
			  ],
			  "notChosen": [
			    "not-known",
			    "not-known: Cassette: not chosen for this bike.",
			  ],
			  "nothing": [
			    "not-known",
			    "not-known: We haven't recorded what this fits yet.",
			  ],
			  "otherShape": [
			    "does-not-fit",
			    "does-not-fit: OLD: takes a tool with 2 prongs; this one has 12 splines. s4",
			  ],
			  "sameShape": [
			    "fits",
			    "fits: XD takes a tool with 12 splines, like this one. s2",
			  ],
			  "torque": [
			    "fits",
			    "fits: It tightens to a torque on any bike.",
			  ],
			  "unknown": [
			    "not-known",
			    "not-known: Cassette: not chosen for this bike.",
			  ],
			}
		`);
	});

	it("of a number has both ends of the range", () => {
		const tire = { action: "mount", dimension: "width", from: 25, to: 30 } as const;
		const outcome = (width: string | number) => judged({ width }, tire)[0];
		expect([24.9, 25, 30, 30.1, "28", "wide"].map(outcome)).toEqual([
			"does-not-fit",
			"fits",
			"fits",
			"does-not-fit",
			"fits",
			"not-known",
		]);
		expect(judged({ width: 31 }, tire)).toMatchInlineSnapshot(`
			[
			  "does-not-fit",
			  "does-not-fit: Tire width: made for 25 to 30 mm; the bike has 31 mm.",
			]
		`);
	});

	it("of a part needs all of its capabilities, and tells first what decided", () => {
		const part = { ...remove, action: "part" } as const;
		const tire = { action: "part", dimension: "width", from: 25, to: 30 } as const;
		const hgPart = { ...part, standards: ["hg"] };
		expect(judged({ cassette: "hg", width: 28 }, hgPart, tire)[0]).toBe("fits");
		expect(judged({ cassette: "hg" }, hgPart, tire)).toMatchInlineSnapshot(`
			[
			  "not-known",
			  "not-known: Tire width: not chosen for this bike.",
			  "fits: Cassette: it is made for HG.",
			]
		`);
		expect(judged({ cassette: "xd" }, tire, hgPart)).toMatchInlineSnapshot(`
			[
			  "does-not-fit",
			  "does-not-fit: Made for HG. The bike has XD. maker-xd",
			  "not-known: Tire width: not chosen for this bike.",
			]
		`);
	});

	it("has reasons that decide alike in the order of the tool's data", () => {
		const part: CapabilityInput = { ...remove, action: "part", standards: ["hg"] };
		const tire: CapabilityInput = { action: "part", dimension: "width", from: 25, to: 30 };
		expect([judged({}, part, tire), judged({}, tire, part)].map(([, ...rest]) => rest)).toEqual([
			[expect.stringContaining("Cassette"), expect.stringContaining("Tire")],
			[expect.stringContaining("Tire"), expect.stringContaining("Cassette")],
		]);
	});

	it("of a tool needs one of its uses", () => {
		expect(
			judged({ cassette: "old" }, hg, { ...remove, standards: ["old"] }),
		).toMatchInlineSnapshot(`
			[
			  "fits",
			  "fits: Cassette: it removes OLD.",
			  "does-not-fit: OLD: takes a tool with 2 prongs; this one has 12 splines. s4",
			]
		`);
	});
});

describe("what may fit", () => {
	const wheel: CapabilityInput = { action: "mount", dimension: "cassette", standards: ["hg"] };
	const axle: CapabilityInput = { action: "mount", dimension: "width", from: 25, to: 32 };
	it.each<[string, Bike, CapabilityInput[], boolean]>([
		["one part that is known of several that must fit", { cassette: "hg" }, [wheel, axle], true],
		["a number that is known", { width: 28 }, [wheel, axle], true],
		["not what a known part rules out", { cassette: "hg", width: 40 }, [wheel, axle], false],
		["nothing of a part that is not known", { chain: "11" }, [wheel, axle], false],
		["not what no source says", { cassette: "rare" }, [hg], false],
		["a tool for any bike", {}, [{ action: "turn", dimension: "bolt", standards: ["hex"] }], true],
		["nothing without capabilities", { cassette: "hg" }, [], false],
	])("is %s", (_, bike, inputs, fits) => {
		expect(mayFit(parse(inputs), bike, vocabulary)).toBe(fits);
	});
});

describe("a capability", () => {
	it.each<[string, CapabilityInput, string[]]>([
		["one standard", hg, []],
		["a range without a dimension", { action: "torque", from: 2, to: 2 }, []],
		["a range of a number", { action: "mount", dimension: "width", from: 25, to: 30 }, []],
		["half a range", { action: "torque", from: 2 }, ["torque: no range"]],
		["the other half", { action: "torque", to: 2 }, ["torque: no range"]],
		["a range from more to less", { action: "torque", from: 3, to: 2 }, ["torque: no range"]],
		["an unknown dimension", { ...hg, dimension: "hub" }, ["remove hub: no such dimension"]],
		[
			"no range of a number",
			{ action: "mount", dimension: "width" },
			["mount width: must have a range", "mount width: must have standards"],
		],
		[
			"a range of standards",
			{ ...remove, from: 1, to: 2 },
			["remove cassette: must have standards"],
		],
		[
			"both",
			{ ...hg, from: 1, to: 2 },
			["remove cassette: must have standards", "remove cassette: must not have standards"],
		],
		["neither", { action: "torque" }, ["torque: must have a range", "torque: must have standards"]],
		["no standard", remove, ["remove cassette: must have standards"]],
		["a standard twice", { ...hg, except: ["hg"] }, ["remove cassette: a standard occurs twice"]],
		["a group", { ...remove, standards: ["all"] }, ["remove cassette: all is a group"]],
		[
			"an unknown standard",
			{ ...remove, except: ["lost"] },
			["remove cassette: lost is no standard"],
		],
	])("with %s", (_, input, errors) => {
		expect(capabilityErrors(parse([input]), vocabulary)).toEqual(errors);
	});
});
