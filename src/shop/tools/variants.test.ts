import { expect, it } from "vitest";
import { choicesOf, nameWithOptions, type Variant, valuesText } from "./variants.ts";

const options = [
	{ key: "size", name: "Size" },
	{ key: "colour", name: "Colour" },
];
const variant = (size: string, colour: string, more: Partial<Variant> = {}): Variant => ({
	...{ _id: `${size}-${colour}`, values: { size, colour }, price: 10, minOrderQuantity: 1 },
	...{ available: true, image: "" },
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
])("the name %s with %j is %s", (name, values, expected) => {
	expect(nameWithOptions(name, values, 20)).toBe(expected);
});
