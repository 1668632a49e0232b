import { describe, expect, it } from "vitest";
import { markedToolsPattern, normalizeBikeParam, readBike, toBikeParam } from "./bike.ts";
import type { Dimension, Vocabulary } from "./standards.ts";

const dimension = (more: object, ...ids: string[]) =>
	({ ofTheBike: true, standards: ids.map((id) => ({ id })), ...more }) as unknown as Dimension;
const vocabulary: Vocabulary = {
	dimensions: {
		chain: dimension({}, "11"),
		width: dimension({ unit: "mm" }),
		bolt: dimension({ ofTheBike: false }, "hex-4"),
	},
	sources: {},
};

it.each([
	["chain=11&width=28", { chain: "11", width: 28 }],
	["chain=12&width=", {}],
	["width=200", { width: 200 }],
	["width=201", {}],
	["width=2.5", {}],
	["width=x28", {}],
	["bolt=hex-4&lost=x", {}],
])("the parameters %s are the bike %j", (params, bike) => {
	const ids = ["chain", "width", "bolt", "lost"];
	expect(readBike(new URLSearchParams(params), ids, vocabulary)).toEqual(bike);
});

describe("a bike in one parameter", () => {
	it("has one form", () => {
		const param = toBikeParam({ cassette: "xd", chain: "11", lost: "x" });
		expect(param.split(",").sort()).toEqual(["cassette:xd", "chain:11"]);
		const [one, other] = param.split(",");
		expect(normalizeBikeParam(`${other},${one}`)).toBe(param);
		expect(normalizeBikeParam(`${param},lost:x`)).toBe(param);
		const longest = `chain:${"1".repeat(594)}`;
		expect(normalizeBikeParam(longest)).toBe(longest);
	});

	it.each([
		undefined,
		"",
		"chain",
		"chain:",
		":11",
		"lost:x",
		"chain:11,",
		"chain:1 1",
		"CHAIN:11",
		`chain:${"1".repeat(595)}`,
	])("is none: %j", (param) => {
		expect(normalizeBikeParam(param)).toBeUndefined();
	});
});

it("an address may ask for fifty tools", () => {
	const tools = (count: number) => Array.from({ length: count }, (_, n) => `tool-${n}`).join();
	expect([1, 50, 51].map((count) => markedToolsPattern.test(tools(count)))).toEqual([
		true,
		true,
		false,
	]);
	expect(["", "a,", "a b", "a".repeat(65)].filter((text) => markedToolsPattern.test(text))).toEqual(
		[],
	);
});
