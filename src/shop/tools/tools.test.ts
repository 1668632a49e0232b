import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as messages from "../../messages/messages.ts";
import { canOrder, unavailableReason } from "./availability.ts";
import { isChargeable, isGone, newTool, restock, toolUpdate } from "./tools.ts";

const image = `/images/${"0123456789abcdef".repeat(2)}`;
const tool = {
	name: "Chain whip",
	image,
	description: "Holds a cassette.",
	minOrderQuantity: 2,
	quantity: 5,
	price: 12.5,
};
const update = { price: 12.5, quantity: 5, minOrderQuantity: 2 };

/** A form's error messages by field, with some values changed. */
function fieldErrors(schema: v.GenericSchema, values: object): Record<string, string> {
	const { issues } = v.safeParse(schema, values);
	return Object.fromEntries(
		issues?.map((issue) => [v.getDotPath(issue) ?? "", issue.message]).toReversed() ?? [],
	);
}

const newToolErrors = (changes: object) => fieldErrors(newTool, { ...tool, ...changes });
const updateErrors = (changes: object) => fieldErrors(toolUpdate, { ...update, ...changes });

const invalidTexts = [undefined, null, "", "  ", 7, {}];
const invalidNumbers = [undefined, null, "5", "", Number.NaN, true, [5]];

describe("a new tool", () => {
	it("is accepted, trimmed, and unknown fields are dropped", () => {
		const typed = { ...tool, name: " Chain whip ", archivedAt: 1 };
		expect(v.parse(newTool, typed)).toEqual(tool);
	});

	it.each(invalidTexts)("requires a name and a description, not %j", (value) => {
		expect(newToolErrors({ name: value })).toEqual({ name: "Name is Required" });
		expect(newToolErrors({ description: value })).toEqual({
			description: "Description is Required",
		});
	});

	it.each([undefined, null, "", 7, {}])("requires an image, not %j", (value) => {
		expect(newToolErrors({ image: value })).toEqual({ image: "Image is Required" });
	});

	it.each([
		"javascript:alert(1)",
		"data:image/png;base64,AA==",
		`https://elsewhere.test${image}`,
		`//elsewhere.test${image}`,
		`${image}?w=320`,
		"/images/none",
		"  ",
	])("accepts only an uploaded image, not %j", (value) => {
		expect(newToolErrors({ image: value })).toEqual({ image: messages.imageNotUploaded });
		expect(updateErrors({ image: value })).toEqual({ image: messages.imageNotUploaded });
	});

	it.each(invalidNumbers)("requires its numbers, not %j", (value) => {
		expect(newToolErrors({ minOrderQuantity: value, quantity: value, price: value })).toEqual({
			minOrderQuantity: "Minimum Order Quantity is Required",
			quantity: "Available Quantity is Required",
			price: "Price is Required",
		});
	});

	it("has whole pieces and a minimum order of at least one, and can be sold out", () => {
		for (const field of ["minOrderQuantity", "quantity"]) {
			expect(newToolErrors({ [field]: 1.5 })).toEqual({ [field]: messages.wholeNumber });
			expect(newToolErrors({ [field]: -1 })).toEqual({
				[field]: expect.stringMatching(/at least/),
			});
			expect(newToolErrors({ [field]: 1_000_001 })).toMatchObject({
				[field]: messages.atMost(1_000_000),
			});
		}
		expect(newToolErrors({ minOrderQuantity: 0 })).toEqual({
			minOrderQuantity: messages.atLeast(1),
		});
		expect(newToolErrors({ quantity: 0 })).toEqual({});
		expect(updateErrors({ minOrderQuantity: 0 })).toEqual({
			minOrderQuantity: messages.atLeast(1),
		});
	});

	it("has a positive price with at most two decimals", () => {
		expect(newToolErrors({ price: 12.555 })).toEqual({ price: messages.maxTwoDecimals });
		expect(newToolErrors({ price: 0 })).toEqual({ price: messages.priceTooLow("$0.01") });
		expect(newToolErrors({ price: -1 })).toEqual({ price: "Price is Required" });
		expect(newToolErrors({ price: Number.POSITIVE_INFINITY })).toEqual({
			price: "Price is Required",
		});
	});

	it("has a minimum order that a card can be charged for", () => {
		expect(newToolErrors({ price: 0.25, minOrderQuantity: 2 })).toEqual({});
		expect(newToolErrors({ price: 0.24, minOrderQuantity: 2 })).toEqual({
			price: messages.totalOutOfBounds("$0.50", "$999,999.99"),
		});
		expect(newToolErrors({ price: 999_999.99, minOrderQuantity: 1 })).toEqual({});
		expect(newToolErrors({ price: 500_000, minOrderQuantity: 2 })).toEqual({
			price: messages.totalOutOfBounds("$0.50", "$999,999.99"),
		});
		expect(newToolErrors({ price: 1_000_000, minOrderQuantity: 1 })).toEqual({
			price: messages.totalOutOfBounds("$0.50", "$999,999.99"),
		});
	});

	it("has a name of at most 120 characters and a description of at most 2000", () => {
		expect(newToolErrors({ name: "n".repeat(120), description: "d".repeat(2000) })).toEqual({});
		expect(newToolErrors({ name: "n".repeat(121), description: "d".repeat(2001) })).toEqual({
			name: messages.tooLong(120),
			description: messages.tooLong(2000),
		});
	});

	it("accepts letters of every script, but no control characters", () => {
		expect(newToolErrors({ name: "Ключ 🚲 مفتاح 👩\u200d🔧", description: "two\nlines" })).toEqual(
			{},
		);
		for (const mark of ["\0", "\u001b", "\u202e", "\u2066", "\ufeff"]) {
			expect(newToolErrors({ name: `a${mark}b` }), JSON.stringify(mark)).toEqual({
				name: messages.noControlCharacters,
			});
		}
	});
});

describe("a tool's update", () => {
	it("can omit the image, and drops unknown fields", () => {
		expect(v.parse(toolUpdate, update)).toEqual(update);
		expect(v.parse(toolUpdate, { ...update, image })).toEqual({ ...update, image });
		expect(v.parse(toolUpdate, { ...update, name: "Another" })).toEqual(update);
	});

	it.each(invalidNumbers)("requires its numbers, not %j", (value) => {
		expect(updateErrors({ minOrderQuantity: value, quantity: value, price: value })).toEqual({
			minOrderQuantity: "Minimum Order Quantity is Required",
			quantity: "Product Quantity is Required",
			price: "Product Price is Required",
		});
	});

	it("requires at least one piece in stock, unlike a new tool and restocking", () => {
		expect(updateErrors({ quantity: 0 })).toEqual({ quantity: messages.atLeast(1) });
		expect(updateErrors({ quantity: 1 })).toEqual({});
		expect(fieldErrors(restock, { quantity: 0 })).toEqual({});
		expect(fieldErrors(restock, { quantity: -1 })).toEqual({ quantity: messages.atLeast(0) });
		expect(fieldErrors(restock, { quantity: null })).toEqual({
			quantity: "Product Quantity is Required",
		});
	});

	it("has a price that can be charged", () => {
		expect(updateErrors({ price: 12.555 })).toEqual({ price: messages.maxTwoDecimals });
		expect(updateErrors({ price: 0.1 })).toEqual({
			price: messages.totalOutOfBounds("$0.50", "$999,999.99"),
		});
	});
});

it("a tool can be ordered while its minimum order is in stock", () => {
	expect(canOrder({ quantity: 3, minOrderQuantity: 3 })).toBe(true);
	expect(canOrder({ quantity: 2, minOrderQuantity: 3 })).toBe(false);
	expect(canOrder({ quantity: 0, minOrderQuantity: 1 })).toBe(false);
});

it("a tool that can't be ordered gives the reason: sold out only if nothing is left", () => {
	expect(unavailableReason({ quantity: 3, minOrderQuantity: 3 })).toBeUndefined();
	expect(unavailableReason({ quantity: 3, minOrderQuantity: 5 })).toBe(
		"Only 3 left; the minimum order is 5",
	);
	expect(unavailableReason({ quantity: 0, minOrderQuantity: 5 })).toBe("Sold out");
});

it.each([
	[{ price: 0.5, minOrderQuantity: 1 }, true],
	[{ price: 0.25, minOrderQuantity: 2 }, true],
	[{ price: 0.49, minOrderQuantity: 1 }, false],
	[{ price: 999_999.99, minOrderQuantity: 2 }, false],
	// These have errors of their own.
	[{ price: 0, minOrderQuantity: 1 }, true],
	[{ price: 1, minOrderQuantity: 0 }, true],
])("Stripe can charge %j: %s", (prices, expected) => {
	expect(isChargeable(prices)).toBe(expected);
});

it("the page of a tool is gone a year after it was archived", () => {
	const archivedAt = new Date("2026-01-10T12:00:00Z");
	expect(isGone(archivedAt, Date.parse("2027-01-10T11:59:59Z"))).toBe(false);
	expect(isGone(archivedAt, Date.parse("2027-01-10T12:00:00Z"))).toBe(true);
	expect(isGone(undefined)).toBe(false);
});
