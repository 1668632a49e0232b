import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	includedTaxCents,
	receiptTaxName,
	type TaxConfig,
	taxName,
	taxPercent,
	toTaxRate,
} from "./tax.ts";

const vat: TaxConfig = {
	mode: "included",
	label: "VAT",
	percent: 19,
	rates: [
		{ countries: ["AT"], percent: 20 },
		{ countries: ["NL"], percent: 21 },
		{ countries: ["CH"], percent: 0 },
	],
};

/** Amounts up to an order of fifty lines at the largest charge. */
const cents = fc.oneof(
	fc.integer({ min: 0, max: 1000 }),
	fc.integer({ min: 0, max: 50 * 99_999_999 }),
);
const percents = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000);

describe("the name of the tax on a receipt", () => {
	it("has the rate by which it was placed, not one that the shop took later", () => {
		const paid = { taxCalculationId: null, taxRate: toTaxRate(19) };
		expect(receiptTaxName(paid, vat)).toBe("VAT 19%");
		expect(receiptTaxName(paid, { ...vat, percent: 20 })).toBe("VAT 19%");
		expect(receiptTaxName(paid, { mode: "none" })).toBe("Tax 19%");
		expect(receiptTaxName({ ...paid, taxRate: 0 }, vat)).toBe("");
		expect(receiptTaxName({ ...paid, taxCalculationId: "taxcalc_1" }, vat)).toBe("");
	});
});

describe("included tax", () => {
	it.each([
		[11_900, 19, 1900],
		[10_700, 7, 700],
		[12_000, 20, 2000],
		[60, 19, 10],
		[1, 19, 0],
		[4, 19, 1],
		// Exactly one and a half: half a cent is rounded up.
		[3, 100, 2],
		[10_000, 8.875, 815],
		[10_000, 8.1, 749],
		[99_999_999, 27, 21_259_842],
		[4_999_999_950, 99.9999, 2_499_998_725],
		[1000, 0, 0],
		[0, 19, 0],
	])("of %i at %d %% is %i", (amount, percent, tax) => {
		expect(includedTaxCents(amount, percent)).toBe(tax);
	});

	it("is within half a cent of the exact tax, which its net amount has at the rate", () => {
		fc.assert(
			fc.property(cents, percents, (gross, percent) => {
				const tax = includedTaxCents(gross, percent);
				expect(Number.isInteger(tax)).toBe(true);
				expect(Math.abs(tax - (gross * percent) / (100 + percent))).toBeLessThan(0.5001);
				expect(tax).toBeLessThanOrEqual((gross + 1) / 2);
			}),
		);
	});

	it("has the rate of the country, else the shop's", () => {
		const percentIn = (country: string) => taxPercent({ country }, vat);
		expect(["DE", "AT", "CH", "NL", ""].map(percentIn)).toEqual([19, 20, 0, 21, 19]);
		const reduced: TaxConfig = {
			mode: "included",
			label: "VAT",
			percent: 19,
			rates: [
				{ countries: ["AT"], percent: 10 },
				{ countries: "all", percent: 7 },
			],
		};
		expect(["AT", "DE", ""].map((country) => taxPercent({ country }, reduced))).toEqual([10, 7, 7]);
		expect(taxPercent({ country: "DE" }, { mode: "none" })).toBe(0);
		expect(taxPercent({ country: "DE" }, { mode: "stripe", behaviour: "inclusive" })).toBe(0);
	});

	it("is named with its rate", () => {
		expect(taxName({ country: "AT" }, vat)).toBe("VAT 20%");
		expect(
			taxName({ country: "US" }, { mode: "included", label: "Sales tax", percent: 8.875 }),
		).toBe("Sales tax 8.875%");
		expect(taxName({ country: "US" }, { mode: "stripe", behaviour: "exclusive" })).toBe("Tax");
		expect(taxName({ country: "US" }, { mode: "none" })).toBe("");
	});
});
