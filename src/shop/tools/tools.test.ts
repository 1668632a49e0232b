import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as messages from "../../messages.ts";
import { canOrder, newTool, restock, toolUpdate, whyNotOrderable } from "./tools.ts";

const image = `/images/${"0123456789abcdef".repeat(4)}`;
const tool = {
	name: "Chain whip",
	image,
	description: "Holds a cassette.",
	minOrderQuantity: 2,
	quantity: 5,
	price: 12.5,
};
const update = { price: 12.5, quantity: 5, minOrderQuantity: 2 };

/** What a form says, by field, where some values are changed. */
function said(schema: v.GenericSchema, values: object): Record<string, string> {
	const { issues } = v.safeParse(schema, values);
	return Object.fromEntries(
		issues?.map((issue) => [v.getDotPath(issue) ?? "", issue.message]).toReversed() ?? [],
	);
}

const ofNew = (changes: object) => said(newTool, { ...tool, ...changes });
const ofUpdate = (changes: object) => said(toolUpdate, { ...update, ...changes });

const noText = [undefined, null, "", "  ", 7, {}];
const noNumber = [undefined, null, "5", "", Number.NaN, true, [5]];

describe("a new tool", () => {
	it("is taken as it stands, trimmed, and nothing else with it", () => {
		const typed = { ...tool, name: " Chain whip ", archivedAt: 1 };
		expect(v.parse(newTool, typed)).toEqual(tool);
	});

	it.each(noText)("needs a name and a description, not %j", (value) => {
		expect(ofNew({ name: value })).toEqual({ name: "Name is Required" });
		expect(ofNew({ description: value })).toEqual({ description: "Description is Required" });
	});

	it.each([undefined, null, "", 7, {}])("needs an image, not %j", (value) => {
		expect(ofNew({ image: value })).toEqual({ image: "Image is Required" });
	});

	it.each([
		"javascript:alert(1)",
		"data:image/png;base64,AA==",
		`https://elsewhere.test${image}`,
		`//elsewhere.test${image}`,
		`${image}?w=320`,
		"/images/none",
		"  ",
	])("takes an image of our own store only, not %j", (value) => {
		expect(ofNew({ image: value })).toEqual({ image: messages.imageForeign });
		expect(ofUpdate({ image: value })).toEqual({ image: messages.imageForeign });
	});

	it.each(noNumber)("needs its numbers, not %j", (value) => {
		expect(ofNew({ minOrderQuantity: value, quantity: value, price: value })).toEqual({
			minOrderQuantity: "Minimum Order Quantity is Required",
			quantity: "Available Quantity is Required",
			price: "Price is Required",
		});
	});

	it("has whole pieces, at least one to an order, and may be sold out", () => {
		for (const field of ["minOrderQuantity", "quantity"]) {
			expect(ofNew({ [field]: 1.5 })).toEqual({ [field]: messages.wholeNumber });
			expect(ofNew({ [field]: -1 })).toEqual({ [field]: expect.stringMatching(/at least/) });
			expect(ofNew({ [field]: 1_000_001 })).toMatchObject({ [field]: messages.atMost(1_000_000) });
		}
		expect(ofNew({ minOrderQuantity: 0 })).toEqual({ minOrderQuantity: messages.atLeast(1) });
		expect(ofNew({ quantity: 0 })).toEqual({});
		expect(ofUpdate({ minOrderQuantity: 0 })).toEqual({ minOrderQuantity: messages.atLeast(1) });
	});

	it("has a price with at most two decimals, above nothing", () => {
		expect(ofNew({ price: 12.555 })).toEqual({ price: messages.twoDecimals });
		expect(ofNew({ price: 0 })).toEqual({ price: messages.priceTooLow });
		expect(ofNew({ price: -1 })).toEqual({ price: "Price is Required" });
		expect(ofNew({ price: Number.POSITIVE_INFINITY })).toEqual({ price: "Price is Required" });
	});

	it("costs, at its smallest order, what a card can be charged", () => {
		expect(ofNew({ price: 0.25, minOrderQuantity: 2 })).toEqual({});
		expect(ofNew({ price: 0.24, minOrderQuantity: 2 })).toEqual({
			price: messages.totalOutOfBounds,
		});
		expect(ofNew({ price: 999_999.99, minOrderQuantity: 1 })).toEqual({});
		expect(ofNew({ price: 500_000, minOrderQuantity: 2 })).toEqual({
			price: messages.totalOutOfBounds,
		});
		expect(ofNew({ price: 1_000_000, minOrderQuantity: 1 })).toEqual({
			price: messages.totalOutOfBounds,
		});
	});

	it("has a name of 120 characters and a description of 2000 at most", () => {
		expect(ofNew({ name: "n".repeat(120), description: "d".repeat(2000) })).toEqual({});
		expect(ofNew({ name: "n".repeat(121), description: "d".repeat(2001) })).toEqual({
			name: messages.tooLong(120),
			description: messages.tooLong(2000),
		});
	});

	it("keeps letters of every script, and none that deceive", () => {
		expect(ofNew({ name: "Ключ 🚲 مفتاح 👩\u200d🔧", description: "two\nlines" })).toEqual({});
		for (const mark of ["\0", "\u001b", "\u202e", "\u2066", "\ufeff"]) {
			expect(ofNew({ name: `a${mark}b` }), JSON.stringify(mark)).toEqual({
				name: messages.unprintable,
			});
		}
	});
});

describe("a tool's update", () => {
	it("keeps the picture where none is chosen", () => {
		expect(v.parse(toolUpdate, update)).toEqual(update);
		expect(v.parse(toolUpdate, { ...update, image })).toEqual({ ...update, image });
		expect(v.parse(toolUpdate, { ...update, name: "Another" })).toEqual(update);
	});

	it.each(noNumber)("needs its numbers, not %j", (value) => {
		expect(ofUpdate({ minOrderQuantity: value, quantity: value, price: value })).toEqual({
			minOrderQuantity: "Minimum Order Quantity is Required",
			quantity: "Product Quantity is Required",
			price: "Product Price is Required",
		});
	});

	it("needs at least one piece in stock, unlike a new tool and restocking", () => {
		expect(ofUpdate({ quantity: 0 })).toEqual({ quantity: messages.atLeast(1) });
		expect(ofUpdate({ quantity: 1 })).toEqual({});
		expect(said(restock, { quantity: 0 })).toEqual({});
		expect(said(restock, { quantity: -1 })).toEqual({ quantity: messages.atLeast(0) });
		expect(said(restock, { quantity: null })).toEqual({ quantity: "Product Quantity is Required" });
	});

	it("has a price that can be charged", () => {
		expect(ofUpdate({ price: 12.555 })).toEqual({ price: messages.twoDecimals });
		expect(ofUpdate({ price: 0.1 })).toEqual({ price: messages.totalOutOfBounds });
	});
});

it("a tool can be ordered while its minimum is in stock", () => {
	expect(canOrder({ quantity: 3, minOrderQuantity: 3 })).toBe(true);
	expect(canOrder({ quantity: 2, minOrderQuantity: 3 })).toBe(false);
	expect(canOrder({ quantity: 0, minOrderQuantity: 1 })).toBe(false);
});

it("a tool that can't be ordered says why: sold out only where nothing is left", () => {
	expect(whyNotOrderable({ quantity: 3, minOrderQuantity: 3 })).toBeUndefined();
	expect(whyNotOrderable({ quantity: 3, minOrderQuantity: 5 })).toBe(
		"Only 3 left; the minimum order is 5",
	);
	expect(whyNotOrderable({ quantity: 0, minOrderQuantity: 5 })).toBe("Sold out for now");
});
