import { expect, it } from "vitest";
import {
	choicesOf,
	nameWithOptions,
	type Variant,
	valuesMissingIn,
	valuesText,
} from "./variants.ts";

const options = [
	{ key: "size", name: "Size" },
	{ key: "colour", name: "Colour" },
];
const variant = (size: string, colour: string, more: Partial<Variant> = {}): Variant => ({
	_id: `${size}-${colour}`,
	values: { size, colour },
	price: 10,
	minOrderQuantity: 1,
	available: true,
	image: "",
	...more,
});

it("each value leads to the tool with it and as much as possible of what is chosen", () => {
	const variants = [
		variant("10", "green"),
		variant("4", "red"),
		variant("5", "red", { available: false }),
		variant("5", "blue", { address: "key-5-blue" }),
		variant("6", "blue", { price: 12 }),
		variant("6", "green"),
	];
	const chosen = choicesOf({ options, variants }, "4-red").map(({ name, choices }) => [
		name,
		choices.map(({ value, href, isChosen }) => [value, href, isChosen]),
	]);
	expect(chosen).toEqual([
		[
			"Size",
			[
				["4", "/tools/4-red", true],
				// Red as chosen, although it is sold out.
				["5", "/tools/5-red", false],
				// None is red: the cheaper one.
				["6", "/tools/6-green", false],
				["10", "/tools/10-green", false],
			],
		],
		[
			"Colour",
			[
				["green", "/tools/10-green", false],
				["red", "/tools/4-red", true],
				["blue", "/tools/key-5-blue", false],
			],
		],
	]);
	expect(valuesText(options, { colour: "red", size: "4" })).toBe("4, red");
});

it.each([
	["Hex key", ["5 mm", "Red"], "Hex key, 5 mm, Red"],
	["Hex key, 5 mm", ["5 mm", "Red"], "Hex key, 5 mm, Red"],
	["Red hex key, 5 MM", ["5 mm", "Red"], "Red hex key, 5 MM"],
	["Hex key with a long name", ["5 mm"], "Hex key with a, 5 mm"],
	["Hex key", ["a value longer than all"], "Hex key"],
	["Hex key with a, 5 mm", ["5 mm", "Red"], "Hex key w, 5 mm, Red"],
	["Glove, L", ["M", "L"], "Glove, L, M"],
	["Key 2.5 mm", ["5 mm"], "Key 2.5 mm, 5 mm"],
	["Dark Red glove", ["Red", "Dark Red"], "Dark Red glove, Red"],
	["Cable (5, Red)", ["5", "Red"], "Cable (5, Red)"],
	["Chain, 11-speed", ["11"], "Chain, 11-speed"],
	["Torx (T10) [L]", ["L", "T10"], "Torx (T10) [L]"],
])("the name %s with %j is %s", (name, values, expected) => {
	expect(nameWithOptions(name, values, 20)).toBe(expected);
});

it.each([
	[
		"Mechanic glove",
		["S", "M", "L", "XL"].flatMap((size) => [
			[size, "Black"],
			[size, "Blue"],
		]),
	],
	["Rider's M-Wave 5/15 reducer", [["S"], ["M"], ["5"], ["15"], ["5/15"], ["Red"], ["Reducer 2"]]],
	["Spoke key", [["5"], ["15"], ["1.5"], ["5.5"]]],
	["Paint", [["Red"], ["Reducer"], ["Red", "Reducer"], ["Reducer", "Red"]]],
])("the tools of a family of %s have a name each, which says their values", (name, all) => {
	const names = all.map((values) => nameWithOptions(name, values, 120));
	expect(new Set(names).size).toBe(all.length);
	expect(names.map((made, index) => valuesMissingIn(made, all[index] ?? []))).toEqual(
		all.map(() => []),
	);
});

it("a name that was made with other values gets the new ones in their place", () => {
	expect(nameWithOptions("Glove, M, Black", ["L", "Black"], 40, ["M", "Black"])).toBe(
		"Glove, L, Black",
	);
	// Typed by somebody: it stays.
	expect(nameWithOptions("Glove M", ["L"], 40, ["M"])).toBe("Glove M, L");
});
