import { expect, it } from "vitest";
import type { TaxConfig } from "../../shop/costs/tax.ts";
import { taxExamples } from "./tax-examples.ts";

const vat: TaxConfig = {
	mode: "included",
	label: "VAT",
	percent: 19,
	rates: [
		{ countries: ["AT", "NL"], percent: 20 },
		{ countries: "all", percent: 0 },
	],
};

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
