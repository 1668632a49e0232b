import { expect, it } from "vitest";
import type { TaxConfig } from "../../shop/costs/tax.ts";
import { errorAt, errorsLeft, inOrder, taxExamples, taxFieldsOf, taxOf } from "./tax-form.ts";

const vat: TaxConfig = {
	mode: "included",
	label: "VAT",
	percent: 19,
	rates: [
		{ countries: ["AT", "NL"], percent: 20 },
		{ countries: "all", percent: 0 },
	],
};

it("a setting that was not edited means the same again", () => {
	const all: TaxConfig[] = [vat, { mode: "none" }, { mode: "stripe", behaviour: "exclusive" }];
	for (const config of all) expect(taxOf(taxFieldsOf(config))).toEqual(config);
});

it("a percentage is typed with a point or a comma, and all other countries come last", () => {
	const fields = taxFieldsOf({ ...vat, rates: vat.rates?.toReversed() });
	expect(taxOf({ ...fields, percent: "8,875", rates: inOrder(fields.rates) })).toEqual({
		...vat,
		percent: 8.875,
	});
});

it("what is wrong stands at its field", () => {
	const errors = { "rates.0.countries.1": "must be a country", percent: "must be a number" };
	expect(errorAt(errors, "rates.0.countries")).toBe("must be a country");
	expect(errorAt(errors, "percent")).toBe("must be a number");
	expect(errorAt(errors, "rates.0.percent")).toBeUndefined();
});

it("what was corrected is wrong no more", () => {
	const errors = { percent: "must be at most 100", "rates.0.countries": "must not be empty" };
	const sent: TaxConfig = {
		...vat,
		percent: 119,
		rates: [{ countries: [], percent: 20 }],
	};
	expect(errorsLeft(errors, sent, sent)).toEqual(errors);
	const { percent, ...others } = errors;
	expect(errorsLeft(errors, sent, { ...sent, percent: 19 })).toEqual(others);
	expect(errorsLeft(errors, sent, { ...sent, rates: undefined })).toEqual({ percent });
	expect(errorsLeft(errors, sent, { mode: "none" })).toEqual({});
});

it("the example has a line for each rate, the shop's country first", () => {
	expect(taxExamples(vat, 1000, "DE")).toEqual([
		{ to: ["DE"], rate: 0, netCents: 1000, taxCents: 0 },
		{ to: ["AT", "NL"], rate: 20, netCents: 833, taxCents: 167 },
		{ to: "others", rate: 0, netCents: 1000, taxCents: 0 },
	]);
	const all = { to: [], rate: 19, netCents: 840, taxCents: 160 };
	expect(taxExamples({ ...vat, rates: undefined }, 1000, "DE")).toEqual([all]);
	expect(taxExamples({ ...vat, percent: Number.NaN }, 1000, "DE")).toEqual([]);
	expect(taxExamples({ mode: "none" }, 1000, "DE")).toEqual([
		{ to: [], rate: 0, netCents: 1000, taxCents: 0 },
	]);
});

it("the example of Stripe Tax supposes a rate of 10 %, in the price or on top", () => {
	const by = (behaviour: "inclusive" | "exclusive") =>
		taxExamples({ mode: "stripe", behaviour }, 1000, "US");
	expect(by("inclusive")).toEqual([{ to: [], rate: 10, netCents: 909, taxCents: 91 }]);
	expect(by("exclusive")).toEqual([{ to: [], rate: 10, netCents: 1000, taxCents: 100 }]);
});
