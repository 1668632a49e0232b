/** Errors of a dimension in content/standards, which fail the build. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { dimensionSchema, sourceSchema, toVocabulary, vocabularyErrors } from "./standards.ts";

const standard = (id: string, more: object = {}) => ({
	id,
	name: id,
	recognise: "It looks so.",
	sources: ["manual"],
	...more,
});
const tools = { remove: [{ shape: "splines", source: "manual" }] };
const valid = {
	name: "Cassette",
	question: "Which cassette?",
	order: 1,
	help: "Look at it.",
	ofTheBike: true,
	shapes: { splines: "12 splines" },
	standards: [standard("hg", { tools }), standard("xd")],
};

const messages = (changes: object) =>
	v.safeParse(dimensionSchema, { ...valid, ...changes }).issues?.map(({ message }) => message);

describe("a dimension", () => {
	it("is valid", () => {
		expect(messages({})).toBeUndefined();
		expect(messages({ unit: "Nm", shapes: {}, standards: [] })).toBeUndefined();
		const group = [standard("road"), standard("hg", { within: "road", tools })];
		expect(messages({ standards: group })).toBeUndefined();
	});

	it("has defaults", () => {
		const { standards } = v.parse(dimensionSchema, valid);
		expect(standards[1]).toMatchObject({ alsoKnownAs: [], tools: {} });
		expect(standards[0]?.tools.remove?.[0]?.fits).toBe(true);
	});

	const either = "must have either standards or a unit";
	it.each<[string, object, string[]]>([
		["standards and a unit", { unit: "Nm" }, [either]],
		["neither", { shapes: {}, standards: [] }, [either]],
		["an id twice", { standards: [...valid.standards, standard("hg")] }, ["hg occurs twice"]],
		[
			"an unknown group",
			{ standards: [standard("hg", { tools, within: "road" })] },
			["hg: there is no group road"],
		],
		[
			"itself as its group",
			{ shapes: {}, standards: [standard("hg", { within: "hg" })] },
			["hg: there is no group hg", "hg: a group is in no other group"],
		],
		[
			"a group with tools",
			{ standards: [standard("road", { tools }), standard("hg", { within: "road" })] },
			["road: a group has no tools"],
		],
		[
			"a group in a group",
			{
				shapes: {},
				standards: [
					standard("all"),
					standard("road", { within: "all" }),
					standard("hg", { within: "road" }),
				],
			},
			["road: a group is in no other group"],
		],
		[
			"an unknown shape",
			{
				standards: [
					standard("hg", { tools }),
					standard("xd", { tools: { remove: [{ shape: "hooks", source: "manual" }] } }),
				],
			},
			["xd: there is no shape hooks"],
		],
		["a shape of nothing", { standards: [standard("hg")] }, ["nothing has the shape splines"]],
		[
			"an id with spaces",
			{ shapes: {}, standards: [standard("h g")] },
			["must be an id, such as bsa-24-44"],
		],
	])("may not have %s", (_, changes, expected) => {
		expect(messages(changes)).toEqual(expected);
	});

	it("stands in the vocabulary by its id, as sources do", () => {
		expect(toVocabulary([{ id: "a", data: 1 as never }], [{ id: "b", data: 2 as never }])).toEqual({
			dimensions: { a: 1 },
			sources: { b: 2 },
		});
	});
});

describe("a source", () => {
	const source = { name: "Manual", address: "https://maker.example/1", checked: "2026-11-20" };
	const isValid = (changes: object) =>
		v.is(sourceSchema, { ...source, read: "document", ...changes });

	it("has an address on the web", () => {
		expect(isValid({})).toBe(true);
		expect(isValid({ address: "http://maker.example" })).toBe(true);
		for (const address of ["ftp://maker.example/https:", "maker.example", "mailto:a@b.example"])
			expect(isValid({ address }), address).toBe(false);
	});

	it("that a standard or a claim rests on exists", () => {
		const dimension = v.parse(dimensionSchema, valid);
		const { manual, ...others } = { manual: {} as never };
		const named = { cassette: dimension };
		expect(vocabularyErrors({ dimensions: named, sources: { manual } })).toEqual([]);
		expect(vocabularyErrors({ dimensions: named, sources: others })).toEqual([
			...["hg", "hg", "xd"].map((id) => `cassette:${id}: no source manual`),
		]);
	});
});
