import { expect, it } from "vitest";
import type { ShopConfig } from "../../config/schema.ts";
import {
	errorOf,
	isShown,
	rowsIn,
	storedOf,
	type TypedRecord,
	typedOf,
} from "../../values/typed-record.ts";
import { taxFields } from "./tax-fields.ts";

const vat = {
	mode: "included",
	label: "VAT",
	percent: 19,
	rates: [
		{ countries: ["AT", "NL"], percent: 20 },
		{ countries: "all", percent: 0 },
	],
} satisfies ShopConfig["tax"];

it("a setting that was not edited means the same again", () => {
	const none = { ...vat, rates: undefined };
	const others: object[] = [{ mode: "none" }, { mode: "stripe", behaviour: "exclusive" }];
	for (const config of [vat, none, ...others])
		expect(storedOf(taxFields, typedOf(taxFields, config))).toEqual(config);
});

it("a percentage is typed with a point or a comma, and all other countries come last", () => {
	const typed = typedOf(taxFields, { ...vat, rates: vat.rates.toReversed() });
	expect(storedOf(taxFields, { ...typed, percent: "8,875" })).toEqual({ ...vat, percent: 8.875 });
	expect(storedOf(taxFields, { ...typed, percent: " " })).toMatchObject({ percent: Number.NaN });
});

it("what another way to charge tax needs is kept, but neither shown nor meant", () => {
	const typed: TypedRecord = { ...typedOf(taxFields, vat), mode: "none" };
	expect(storedOf(taxFields, typed)).toEqual({ mode: "none" });
	expect(rowsIn(typed.rates)).toHaveLength(2);
	const shown = Object.entries(taxFields).filter(([, field]) => isShown(taxFields, typed, field));
	expect(shown.map(([name]) => name)).toEqual(["mode"]);
});

it("what is wrong stands at its field, in a sentence", () => {
	const errors = {
		"rates.0.countries.1": "must be a country",
		percent: "must be a number",
		label: "Choose another.",
	};
	const { rates, percent, label } = taxFields;
	const at = (field = percent, path = "") => field && errorOf(field, errors, path);
	expect(at(percent, "percent")).toBe("Rate in percent must be a number.");
	expect(at(label, "label")).toBe("Choose another.");
	expect(at(rates, "rates")).toBeUndefined();
	const { countries } = rates?.kind === "rows" ? rates.fields : {};
	expect(at(countries, "rates.0.countries")).toBe("The countries must be a country.");
});
