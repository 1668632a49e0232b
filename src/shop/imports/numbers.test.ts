import { expect, it } from "vitest";
import { parseAmount, parseNumber, parseWeight } from "./numbers.ts";

it.each<[written: string, number: number | undefined]>([
	["1299", 1299],
	["1299.50", 1299.5],
	["1299,5", 1299.5],
	["1.299,50", 1299.5],
	["1,299.50", 1299.5],
	["1 299,50", 1299.5],
	["1'299.50", 1299.5],
	["1,299,000", 1_299_000],
	["-3,5", -3.5],
	["0.125", 0.125],
	["12,00", 12],
	["5.", undefined],
	[".5", undefined],
	["1e3", undefined],
	["", undefined],
	["1,2,3", undefined],
	["1.29,50.00", undefined],
	// 1299, or a little more than one?
	["1,299", undefined],
	["1.299", undefined],
])("the number %j is %j", (written, number) => {
	expect(parseNumber(written, "unclear")).toBe(number);
});

it("three digits are decimals where nothing weighs a thousand times as much", () => {
	expect(parseNumber("1,250", "decimals")).toBe(1.25);
});

it.each<[written: string, amount: number | undefined]>([
	["$12.50", 12.5],
	["12,50 USD", 12.5],
	["usd 1,299.00", 1299],
	["€ 12.50", undefined],
])("the price %j is %j", (written, amount) => {
	expect(parseAmount(written)).toBe(amount);
});

it.each<[written: string, unit: "g" | "kg", grams: number | undefined]>([
	["250", "g", 250],
	["250 g", "kg", 250],
	["0,25", "kg", 250],
	["1.250 kg", "g", 1250],
	["0.25KG", "g", 250],
	["12 oz", "g", undefined],
	["heavy", "g", undefined],
	["1.250", "g", undefined],
])("the weight %j in a column of %s is %j", (written, unit, grams) => {
	expect(parseWeight(written, unit)).toBe(grams);
});
