/** The jobs of a tool and what goes with it, on three small jobs. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type CapabilityInput, capabilitySchema } from "../fit/capabilities.ts";
import type { Dimension, Vocabulary } from "../fit/standards.ts";
import type { JobEntry } from "./job-data.ts";
import type { Job, Need } from "./jobs.ts";
import { companionsOf, jobsOfTool } from "./tool-jobs.ts";

const dimension = (ofTheBike: boolean, ...ids: string[]) =>
	({
		name: "Part",
		ofTheBike,
		shapes: {},
		standards: ids.map((id) => ({ id, name: id, tools: {}, sources: [] })),
	}) as unknown as Dimension;
const vocabulary: Vocabulary = {
	dimensions: {
		cassette: dimension(true, "hg", "xd"),
		rotor: dimension(true, "bolts", "ring"),
		bolt: dimension(false, "torx"),
	},
	sources: {},
};

const need = (action: Need["action"], more: Partial<Need>): Need => ({
	action,
	for: `to ${action}`,
	optional: false,
	...more,
});
const job = (id: string, ...needs: Need[]): JobEntry => ({ id, data: { needs } as unknown as Job });

const remove = need("remove", { dimension: "cassette" });
const hold = need("hold", { dimension: "cassette", optional: true });
const torque = need("torque", { from: 40, to: 50 });
const measure = need("measure", { from: 0, to: 1 });
const turn = need("turn", {
	dimension: "bolt",
	standards: ["torx"],
	onlyFor: { dimension: "rotor", standards: ["bolts"] },
});
const rotor = need("mount", { dimension: "rotor" });

const jobs = [
	job("optional", { ...remove, optional: true }),
	job("cassette", hold, remove, torque, measure),
	job("rotor", rotor, turn),
];

describe("the jobs of a tool", () => {
	const idsOf = (...inputs: CapabilityInput[]) =>
		jobsOfTool(v.parse(v.array(capabilitySchema), inputs), jobs, vocabulary).map(({ id }) => id);
	const tool = {
		action: "remove",
		dimension: "cassette",
		standards: ["hg"],
	} satisfies CapabilityInput;

	it("are first those that need it", () => {
		expect(idsOf(tool)).toEqual(["cassette", "optional"]);
		expect(idsOf(tool, { ...tool, action: "hold" })).toEqual(["cassette", "optional"]);
	});

	it.each(["remove", "install", "press"] as const)("of a part are those that %s it", (action) => {
		const part = v.parse(v.array(capabilitySchema), [{ ...tool, action: "part" }]);
		const list = [job("one", need(action, { dimension: "cassette" }))];
		expect(jobsOfTool(part, list, vocabulary)).toEqual(list);
	});

	it("are none that it is not made for, or of another action", () => {
		expect(idsOf({ ...tool, standards: ["hg"], madeFor: false })).toEqual([]);
		expect(idsOf({ ...tool, standards: ["hg"], action: "install" })).toEqual([]);
	});
});

describe("what goes with a tool", () => {
	const found = companionsOf(jobs, vocabulary);
	const of = (action: string, dimensionId: string) =>
		found
			.filter((one) => one.of[0] === action && one.of[1] === dimensionId)
			.map(({ of: [, , standards], ...one }) => ({ of: standards, ...one }));
	const all = ["hg", "xd"];

	it("is first what the job can't do without, then the rest", () => {
		expect(of("remove", "cassette")).toEqual([
			{
				of: all,
				action: "torque",
				dimension: "",
				standards: [""],
				from: 40,
				to: 50,
				for: "to torque",
			},
			{
				of: all,
				action: "hold",
				dimension: "cassette",
				standards: all,
				from: null,
				to: null,
				for: "to hold",
			},
		]);
	});

	it("is nothing for what a job can do without", () => {
		expect(of("hold", "cassette")).toEqual([]);
	});

	it("is for the standards alone that need it", () => {
		expect(of("mount", "rotor")).toEqual([
			{
				of: ["bolts"],
				action: "turn",
				dimension: "bolt",
				standards: ["torx"],
				from: null,
				to: null,
				for: "to turn",
			},
		]);
		expect(found.filter((one) => one.of[1] === "bolt")).toEqual([]);
	});

	it("is named once, with what it is first for", () => {
		expect(companionsOf([...jobs, ...jobs], vocabulary)).toEqual(found);
		const later = job("later", remove, { ...torque, for: "for another thing" });
		expect(companionsOf([...jobs, later], vocabulary)).toEqual(found);
	});

	it("of a part is also the tool that takes it off", () => {
		expect(of("part", "cassette").map(({ action }) => action)).toEqual([
			"remove",
			"torque",
			"hold",
		]);
	});

	it("is nothing where it is for other standards", () => {
		const ring = job("ring", { ...rotor, standards: ["ring"] }, turn);
		expect(companionsOf([ring], vocabulary)).toEqual([]);
	});
});
