import { expect, it } from "vitest";
import { normalizeContents, parseContents, unitPriceOf } from "./unit-price.ts";

it.each([
	[9.5, "20 ml", { price: 475, per: "l" }],
	[12, "400 ml", { price: 30, per: "l" }],
	[4.99, "1.7 m", { price: 2.94, per: "m" }],
	[8, "75 cl", { price: 10.67, per: "l" }],
	[24, "2.5 kg", { price: 9.6, per: "kg" }],
] as const)("%d for %s", (price, contents, expected) => {
	expect(unitPriceOf({ price, contents })).toEqual(expected);
});

it("is none without contents, and where it is the price", () => {
	expect(unitPriceOf({ price: 5 })).toBeUndefined();
	expect(unitPriceOf({ price: 5, contents: "1 l" })).toBeUndefined();
	expect(unitPriceOf({ price: 5, contents: "1000 g" })).toBeUndefined();
});

it("contents are a number and a unit, as suppliers write them", () => {
	expect(normalizeContents(" 400ML ")).toBe("400 ml");
	expect(normalizeContents("1.50 m")).toBe("1.5 m");
	for (const text of ["", "400", "ml", "0 ml", "4 oz", "1,5 m", "2 x 50 ml", "toString"])
		expect(parseContents(text), text).toBeUndefined();
});
