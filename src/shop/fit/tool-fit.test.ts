/** What a tool's page says that it fits. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { type CapabilityInput, capabilitySchema } from "./capabilities.ts";
import type { Dimension, Vocabulary } from "./standards.ts";
import { toolFit } from "./tool-fit.ts";

const dimension = (ofTheBike: boolean, ...ids: string[]) =>
	({
		name: "Part",
		ofTheBike,
		shapes: {},
		standards: ids.map((id) => ({ id, name: id.toUpperCase(), tools: {}, sources: ["s"] })),
	}) as unknown as Dimension;
const vocabulary: Vocabulary = {
	dimensions: {
		chain: dimension(true, "11", "12", "13"),
		bolt: dimension(false, "hex-4", "hex-5"),
	},
	sources: {},
};

const fits = (...inputs: CapabilityInput[]) =>
	toolFit(v.parse(v.array(capabilitySchema), inputs), vocabulary).map(
		({ dimension: _, reasons, ...fit }) => ({ ...fit, reasons: reasons.length }),
	);
const chain = { dimension: "chain", standards: ["11"] };
const none = { reasons: 0, noOther: false, together: false };
const own = [
	{ outcome: "fits", standards: ["11"] },
	{ outcome: "not-known", standards: ["12", "13"] },
];

it("actions on the same are one, and what it is made for comes first", () => {
	expect(
		fits(
			{ action: "hold", ...chain, madeFor: false },
			{ action: "install", ...chain },
			{ action: "remove", ...chain },
		),
	).toEqual([
		{ ...none, actions: ["remove", "install"], dimensionId: "chain", madeFor: true, lines: own },
		{ ...none, actions: ["hold"], dimensionId: "chain", madeFor: false, lines: own },
	]);
});

it("a torque has a range, and nothing that it fits", () => {
	expect(fits({ action: "torque", from: 2, to: 25 })).toEqual([
		{ ...none, actions: ["torque"], madeFor: true, range: { from: 2, to: 25 }, lines: [] },
	]);
	expect(fits({ action: "torque", from: 2 })[0]).not.toHaveProperty("range");
	expect(fits({ action: "torque", to: 2 })[0]).not.toHaveProperty("range");
	expect(fits({ action: "torque", from: 2 })[0]).not.toHaveProperty("dimensionId");
});

it("a part fits what its maker says alone, and all of its capabilities go together", () => {
	const bolt: CapabilityInput = { action: "part", dimension: "bolt", standards: ["hex-4"] };
	const [one, other] = fits({ action: "part", ...chain }, bolt);
	expect(one).toMatchObject({ noOther: true, together: true, lines: [own[0]], reasons: 0 });
	expect(other).toMatchObject({ together: true, lines: [{ standards: ["HEX-4"] }] });
	expect(fits({ action: "part", ...chain })[0]).toMatchObject({ together: false });
	const unlike = fits({ action: "part", dimension: "chain", except: ["12"] });
	expect(unlike[0]).toMatchObject({
		noOther: false,
		lines: [{ standards: ["12"] }, { standards: ["11", "13"] }],
	});
});

it("only the bolts that it names are listed", () => {
	const bolts: CapabilityInput = {
		action: "turn",
		dimension: "bolt",
		standards: ["hex-4"],
		except: ["hex-5"],
	};
	expect(fits(bolts)[0]?.lines).toEqual([
		{ outcome: "fits", standards: ["HEX-4"] },
		{ outcome: "does-not-fit", standards: ["HEX-5"] },
	]);
});

it("what it is made for alike stands in the order of the tool's data, each with its dimension", () => {
	const bolt: CapabilityInput = { action: "turn", dimension: "bolt", standards: ["hex-4"] };
	const capabilities = v.parse(v.array(capabilitySchema), [
		bolt,
		{ action: "turn", ...chain },
		{ ...bolt, standards: ["hex-5"] },
	]);
	const found = toolFit(capabilities, vocabulary);
	expect(found.map(({ dimensionId, lines }) => [dimensionId, lines[0]?.standards])).toEqual([
		["bolt", ["HEX-4"]],
		["bolt", ["HEX-5"]],
		["chain", ["11"]],
	]);
	expect(found.map(({ dimension: { name } = { name: "none" } }) => name)).toEqual([
		"Part",
		"Part",
		"Part",
	]);
	const [torque] = toolFit(
		v.parse(v.array(capabilitySchema), [{ action: "torque", from: 2, to: 25 }]),
		vocabulary,
	);
	expect(torque).not.toHaveProperty("dimension");
});
