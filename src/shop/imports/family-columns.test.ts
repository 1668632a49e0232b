import { describe, expect, it } from "vitest";
import {
	familyOfSeveral,
	optionsOfFirst,
	otherOptions,
	sameOptionsAs,
	sameOptionsAsLine,
} from "../../messages/imports.ts";
import {
	optionTwice,
	tooManyOptions,
	tooManyVariants,
	valueRequired,
} from "../../messages/variants.ts";
import {
	type FamilyFacts,
	type FamilyLine,
	familyCells,
	familyHeadings,
	familyIn,
	planFamilies,
} from "./family-columns.ts";

const hexKeys = {
	id: "hex",
	slug: "hex-keys",
	name: "Hex key",
	options: [
		{ key: "size", name: "Size" },
		{ key: "colour", name: "Colour" },
	],
};
const of = (size: string, colour = "red") => ({
	familyId: "hex",
	optionValues: { size, colour },
});

const facts: FamilyFacts = {
	families: [
		hexKeys,
		{ ...hexKeys, id: "other", slug: "keys-2", name: "Twin" },
		{ ...hexKeys, id: "third", slug: "keys-3", name: "twin" },
	],
	tools: new Map([
		["four", of("4 mm")],
		["five", of("5 mm")],
	]),
	members: [
		{ id: "four", name: "Hex key, 4 mm", ...of("4 mm") },
		{ id: "five", name: "Hex key, 5 mm", ...of("5 mm") },
		{ id: "six", name: "Hex key, 6 mm", ...of("6 mm") },
	],
	addresses: ["spoke-key"],
	idOf: (line) => `made-${line}`,
};

type Options = (readonly [name: string, value: string])[];

const lineOf = (
	line: number,
	toolId: string,
	family: string,
	options: Options = [],
	name = "",
): FamilyLine => ({
	line,
	toolId,
	name,
	isNew: !facts.tools.has(toolId),
	description: `About ${line}.`,
	written: {
		family,
		options: options.map(([name, value], index) => ({ name, value, column: `value ${index + 1}` })),
	},
});

const plan = (...lines: FamilyLine[]) => planFamilies(lines, facts);
const planOne = (line: FamilyLine) => plan(line).get(line.line);
const both = (size: string, colour = "red"): Options => [
	["Size", size],
	["Colour", colour],
];

describe("a line about a family of the shop", () => {
	it.each(["hex-keys", "Hex key", "HEX KEY"])("names it %s", (family) => {
		expect(planOne(lineOf(2, "new", family, both("8 mm")))).toEqual({
			family: "hex",
			options: { size: "8 mm", colour: "red" },
			name: "Hex key",
			values: ["8 mm", "red"],
			first: 2,
			isNew: true,
		});
	});

	it("may leave out the names of the options, or their order", () => {
		const options = { size: "8 mm", colour: "blue" };
		for (const written of [
			[
				["", "8 mm"],
				["", "blue"],
			] as const,
			[
				["colour", "blue"],
				["SIZE", "8 mm"],
			] as const,
		])
			expect(planOne(lineOf(2, "new", "hex-keys", [...written]))).toMatchObject({ options });
	});

	it("leaves the values of a tool that stays in it where its cells are empty", () => {
		for (const options of [[], both("", ""), both("4 mm", "")])
			expect(planOne(lineOf(2, "four", "hex-keys", options))).toMatchObject({
				family: "hex",
				options: { size: "4 mm", colour: "red" },
			});
	});

	it("takes a tool out of it with an empty cell", () => {
		expect(planOne(lineOf(2, "four", "", both("4 mm")))).toMatchObject({
			family: null,
			options: null,
		});
	});

	it.each<[string, FamilyLine, message: string, column: string]>([
		[
			"two families of the name",
			lineOf(2, "new", "Twin", both("8 mm")),
			familyOfSeveral("Twin"),
			"Family",
		],
		[
			"an option that the family has not",
			lineOf(2, "new", "hex-keys", [["Length", "8 mm"]]),
			otherOptions(["Size", "Colour"]),
			"value 1",
		],
		[
			"too many values",
			lineOf(2, "new", "hex-keys", [
				["", "1"],
				["", "2"],
				["", "3"],
			]),
			otherOptions(["Size", "Colour"]),
			"value 3",
		],
		["no value", lineOf(2, "new", "hex-keys", both("8 mm", "")), valueRequired, "value 2"],
		[
			"the options of another tool",
			lineOf(2, "new", "hex-keys", both("6 MM")),
			sameOptionsAs("Hex key, 6 mm"),
			"value 1",
		],
	])("is wrong with %s", (_, line, message, column) => {
		expect(planOne(line)).toEqual({ errors: [{ column, message }] });
	});
});

describe("lines that are about the same family", () => {
	it("may change their options with each other", () => {
		const found = plan(
			lineOf(2, "four", "hex-keys", both("5 mm")),
			lineOf(3, "five", "hex-keys", both("4 mm")),
		);
		expect([...found.values()]).toMatchObject([
			{ options: { size: "5 mm" } },
			{ options: { size: "4 mm" } },
		]);
	});

	it("can't have the same options", () => {
		const found = plan(
			lineOf(2, "new", "hex-keys", both("8 mm")),
			lineOf(3, "newer", "Hex key", both("8 mm")),
		);
		expect(found.get(3)).toEqual({
			errors: [{ column: "value 1", message: sameOptionsAsLine(2) }],
		});
	});

	it("can't make it larger than the editor does", () => {
		const lines = Array.from({ length: 98 }, (_, n) =>
			lineOf(n + 2, `new-${n}`, "hex-keys", both(`${n + 20} mm`)),
		);
		const found = plan(...lines);
		expect(found.get(98)).not.toHaveProperty("errors");
		expect(found.get(99)).toEqual({
			errors: [{ column: "Family", message: tooManyVariants(100) }],
		});
	});
});

describe("a new family", () => {
	it("has its name, its text and its options of its first line", () => {
		const found = plan(
			lineOf(2, "a", "spoke-key", [["Spoke", "3.2"]], "Spoke key, 3.2"),
			lineOf(3, "b", "spoke-key", [["", "3.4"]]),
		);
		const makes = {
			id: "made-2",
			name: "Spoke key",
			description: "About 2.",
			options: [{ key: "spoke", name: "Spoke" }],
			addresses: expect.not.arrayContaining(["spoke-key"]),
		};
		expect(found.get(2)).toMatchObject({ family: "made-2", first: 2, makes });
		expect(found.get(3)).toMatchObject({
			family: "made-2",
			options: { spoke: "3.4" },
			first: 2,
			makes,
		});
	});

	it("that a file calls by an address is one of the shop with its name", () => {
		expect(planOne(lineOf(2, "new", "allen", both("8 mm"), "Hex key, 8 mm, red"))).toMatchObject({
			family: "hex",
		});
	});

	it.each<[string, Options, message: string]>([
		["without options", [], optionsOfFirst],
		["without their names", [["", "5 mm"]], optionsOfFirst],
		[
			"with the same twice",
			[
				["Size", "5"],
				["size", "6"],
			],
			optionTwice,
		],
		[
			"with too many",
			[
				["A", "1"],
				["B", "1"],
				["C", "1"],
				["D", "1"],
			],
			tooManyOptions(3),
		],
	])("%s is wrong on each of its lines", (_, options, message) => {
		const found = plan(lineOf(2, "a", "New", options), lineOf(3, "b", "New", [["Size", "7"]]));
		expect([...found.values()]).toEqual(
			[2, 3].map(() => ({ errors: [{ column: "Option 1 name", message }] })),
		);
	});
});

it("a family is written as it is read", () => {
	const cells = familyCells({
		slug: "hex-keys",
		options: hexKeys.options,
		values: { size: "4 mm" },
	});
	expect(familyHeadings).toHaveLength(7);
	expect(cells).toEqual(["hex-keys", "Size", "4 mm", "Colour", undefined, "", ""]);
	const columns = {
		family: {
			place: 0,
			options: [
				{ name: { place: 1 }, place: 2 },
				{ name: { heading: "Length" }, place: 6 },
			],
		},
	};
	expect(
		familyIn(
			cells.map((cell) => String(cell ?? "")),
			columns,
		),
	).toEqual({
		family: "hex-keys",
		options: [{ name: "Size", value: "4 mm", column: "Option 1 value" }],
	});
	expect(familyIn(["x"], {})).toBeUndefined();
});
