/** Errors of a job that refers to what the vocabulary does not have. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Dimension, Vocabulary } from "../fit/standards.ts";
import { type Job, jobErrors, jobSchema } from "./jobs.ts";

const dimension = (ofTheBike: boolean, ...ids: string[]) =>
	({ ofTheBike, standards: ids.map((id) => ({ id })) }) as Dimension;

const vocabulary: Vocabulary = {
	dimensions: { cassette: dimension(true, "hg", "xd"), bolt: dimension(false, "hex-4", "hex-5") },
	sources: { manual: {} as never },
};

const need = { action: "remove", dimension: "cassette", for: "Take it off" };

const valid: v.InferInput<typeof jobSchema> = {
	title: "Change the cassette",
	summary: "When it is worn",
	group: "Drivetrain",
	order: 1,
	minutes: 20,
	difficulty: "easy",
	dependsOn: ["cassette"],
	symptoms: ["chain skips"],
	needs: [need as never],
	watchFor: ["The order of the sprockets"],
	sources: ["manual"],
};

const read = (changes: object): Job => v.parse(jobSchema, { ...valid, ...changes });
const errors = (changes: object) => jobErrors(read(changes), vocabulary);

describe("a job", () => {
	it("has no errors", () => {
		expect(errors({})).toEqual([]);
		const onlyFor = { dimension: "cassette", standards: ["hg", "xd"] };
		const range = { action: "torque", from: 4, to: 4, for: "Tighten" };
		const bolt = { ...need, dimension: "bolt", standards: ["hex-4"], onlyFor };
		expect(errors({ needs: [range, bolt] })).toEqual([]);
	});

	it.each<[string, object, string[]]>([
		["an unknown dimension", { dependsOn: ["cassette", "hub"] }, ["no dimension hub"]],
		[
			"a need of an unknown dimension",
			{ needs: [{ ...need, dimension: "hub" }] },
			["no dimension hub"],
		],
		[
			"an unknown standard",
			{ needs: [{ ...need, standards: ["hg", "ms"] }] },
			["cassette has no standard ms"],
		],
		[
			"a condition of an unknown standard",
			{ needs: [{ ...need, onlyFor: { dimension: "cassette", standards: ["ms"] } }] },
			["cassette has no standard ms"],
		],
		[
			"neither a dimension nor a range",
			{ needs: [{ action: "torque", for: "Tighten" }] },
			["torque: a dimension or a range"],
		],
		[
			"half a range",
			{ needs: [{ action: "torque", from: 4, for: "Tighten" }] },
			["torque: a dimension or a range"],
		],
		[
			"the other half",
			{ needs: [{ action: "torque", to: 4, for: "Tighten" }] },
			["torque: a dimension or a range"],
		],
		[
			"a range from more to less",
			{ needs: [{ action: "torque", from: 5, to: 4, for: "Tighten" }] },
			["torque: a dimension or a range"],
		],
		[
			"a dimension and a range",
			{ needs: [{ ...need, from: 4, to: 5 }] },
			["remove: a dimension or a range"],
		],
		[
			"two standards of what no rider chooses",
			{ needs: [{ ...need, dimension: "bolt", standards: ["hex-4", "hex-5"] }] },
			["remove bolt: one standard"],
		],
		[
			"no standard of what no rider chooses",
			{ needs: [{ ...need, dimension: "bolt" }] },
			["remove bolt: one standard"],
		],
		["a need that it does not depend on", { dependsOn: [] }, ["it depends on cassette"]],
		["an unknown source", { sources: ["manual", "lost"] }, ["no source lost"]],
		[
			"an unknown source of a torque",
			{ torques: [{ part: "Lockring", newtonMetres: [40, 50], sources: ["lost"] }] },
			["no source lost"],
		],
	])("may not have %s", (_, changes, expected) => {
		expect(errors(changes)).toEqual(expected);
	});

	it.each<[string, object]>([
		[
			"a torque from more to less",
			{ torques: [{ part: "B", newtonMetres: [5, 4], sources: ["m"] }] },
		],
		["a torque without a source", { torques: [{ part: "B", newtonMetres: [4, 4], sources: [] }] }],
		["no minutes", { minutes: 0 }],
		["half a minute", { minutes: 1.5 }],
		["a long summary", { summary: "a".repeat(161) }],
		["an empty title", { title: " " }],
		["no needs", { needs: [] }],
		["nothing to watch for", { watchFor: [] }],
		["a need without standards", { needs: [{ ...need, standards: [] }] }],
		["a field that nobody reads", { minute: 1 }],
	])("may not have %s", (_, changes) => {
		expect(() => read(changes)).toThrow(v.ValiError);
	});

	it("may have a summary of 160 characters, and need one minute", () => {
		expect(read({ summary: "a".repeat(160), minutes: 1 })).toMatchObject({
			supplies: [],
			torques: [],
		});
		expect(read({}).needs[0]?.optional).toBe(false);
	});
});
