import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as messages from "../../messages/products.ts";
import type { Capability } from "../fit/capabilities.ts";
import {
	addressError,
	type Field,
	isComplete,
	isSame,
	marginOf,
	maxImages,
	rules,
} from "./tool-fields.ts";

it.each([
	[
		{ price: 20, cost: 15 },
		{ amount: 5, percent: 25 },
	],
	[
		{ price: 20, cost: 25 },
		{ amount: -5, percent: -25 },
	],
	[
		{ price: 3, cost: 1 },
		{ amount: 2, percent: 67 },
	],
	[
		{ price: 20, cost: 0 },
		{ amount: 20, percent: 100 },
	],
	[{ price: 20, cost: null }, undefined],
	[{ price: 0, cost: 15 }, undefined],
	[{ price: Number.NaN, cost: 15 }, undefined],
	[{ price: 20, cost: Number.NaN }, undefined],
])("the margin of %j is %j", (prices, margin) => {
	expect(marginOf(prices)).toEqual(margin);
});

describe("a capability", () => {
	const capability = (more: object): Capability => ({
		action: "hold",
		dimension: "chain",
		standards: [],
		except: [],
		madeFor: true,
		...more,
	});

	it.each([
		{ standards: ["11-speed"] },
		{ except: ["11-speed"] },
		{ from: 0, to: 5 },
		{ from: 5, to: 5 },
		{ action: "torque", dimension: undefined, from: 2, to: 25 },
		{ action: "torque", from: 2, to: 25 },
		{ action: "measure", dimension: undefined, from: 0, to: 1 },
	])("is complete with %j", (more) => {
		expect(isComplete(capability(more))).toBe(true);
	});

	it.each([
		{},
		{ from: 5 },
		{ to: 5 },
		{ from: 6, to: 5 },
		{ from: -1, to: 5 },
		{ from: 1, to: 5, standards: ["11-speed"] },
		{ from: 1, to: 5, except: ["11-speed"] },
		{ from: 1, standards: ["11-speed"] },
		{ to: 1, standards: ["11-speed"] },
		{ action: "torque", dimension: undefined },
		{ action: "torque", standards: ["11-speed"] },
		{ dimension: undefined, standards: ["11-speed"] },
		{ dimension: undefined, from: 2, to: 25, standards: ["11-speed"] },
	])("is not with %j", (more) => {
		expect(isComplete(capability(more))).toBe(false);
	});
});

describe("the value of a field", () => {
	const image = (digit: number) => `/images/${digit.toString(16).padStart(32, "0")}`;
	const images = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ image: image(index), alt: "" }));
	const specifications = (count: number) =>
		Array.from({ length: count }, () => ({ name: "Weight", value: "60 g" }));
	const standards = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
	const held = (count: number) => ({
		action: "hold",
		dimension: "chain",
		standards: standards(count),
	});
	const errorOf = (field: Field, value: unknown) => {
		const parsed = v.safeParse(rules[field], value);
		return parsed.success ? undefined : parsed.issues[0].message;
	};

	it.each<[field: Field, value: unknown]>([
		["images", images(maxImages)],
		["specifications", specifications(40)],
		["specifications", [{ name: "n".repeat(60), value: "v".repeat(200) }]],
		["capabilities", [held(200)]],
		["cost", 0],
		["cost", null],
		["cost", 999_999.99],
		["lowStock", 0],
		["lowStock", null],
		["category", null],
		["category", "c".repeat(120)],
		["minOrderQuantity", 1],
		["quantity", 0],
		["address", "a".repeat(120)],
		["publishAt", null],
		["state", "draft"],
	])("%s is accepted at its limit", (field, value) => {
		expect(errorOf(field, value)).toBeUndefined();
	});

	it.each<[field: Field, message: RegExp, value: unknown]>([
		["images", /image/i, []],
		["images", /12/, images(maxImages + 1)],
		["images", /only once/, [...images(1), ...images(1)]],
		["specifications", /40/, specifications(41)],
		["specifications", /a name/, [{ name: "", value: "60 g" }]],
		["specifications", /a value/, [{ name: "Weight", value: " " }]],
		["specifications", /60/, [{ name: "n".repeat(61), value: "v" }]],
		["specifications", /200/, [{ name: "n", value: "v".repeat(201) }]],
		["capabilities", /200/, [held(201)]],
		["capabilities", /twice/, [held(1), held(1)]],
		["capabilities", /./, [held(0)]],
		["cost", /./, -0.01],
		["cost", /./, 1_000_000],
		["lowStock", /./, -1],
		["category", /./, "c".repeat(121)],
		["minOrderQuantity", /./, 0],
		["quantity", /./, -1],
		["state", /./, "sold"],
	])("%s is rejected beyond it: %s", (field, message, value) => {
		expect(errorOf(field, value)).toMatch(message);
	});
});

it("an address of a tool is its id, or well formed", () => {
	expect(addressError("No address", "No address")).toBeUndefined();
	expect(addressError("cone-key", "No address")).toBeUndefined();
	expect(addressError("No address", "cone-key")).toBe(messages.addressInvalid);
});

it.each<[one: unknown, other: unknown, same: boolean]>([
	[{ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 }, true],
	[{ a: 1, b: undefined }, { a: 1 }, true],
	[{ a: 1 }, { a: 2 }, false],
	[[1, 2], [2, 1], false],
	[null, undefined, false],
	["1", 1, false],
])("%j and %j are the same: %j", (one, other, same) => {
	expect(isSame(one, other)).toBe(same);
});
