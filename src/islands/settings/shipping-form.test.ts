import { expect, it } from "vitest";
import type { ShippingConfig } from "../../shop/costs/shipping.ts";
import { type ShippingForm, shippingFields } from "../../shop/settings/shipping-fields.ts";
import { storedOf, typedOf } from "../../values/typed-record.ts";
import { formOf, placeOf, shippingOf } from "./shipping-form.ts";

const shipping: ShippingConfig = {
	countries: ["DE", "AT"],
	rates: [
		{ countries: ["DE"], postalCodes: ["185", "2549"], price: 12, days: [4, 8] },
		{ countries: ["DE"], price: 4.9, byWeight: [{ from: 1500, price: 7 }], parcelGrams: 31_500 },
		{ countries: ["DE"], service: "Express", price: 15, freeFrom: 200, days: [1, 2] },
		{ countries: "all", price: 9, byValue: [{ from: 100, price: 5 }] },
	],
	defaultGrams: 250,
	sender: { line1: "Kai 2", city: "Kiel", postalCode: "24103", country: "DE", phone: "+49 431" },
	pickup: { line1: "Kai 1", city: "Kiel", country: "DE", days: [1, 1] },
};
const form = formOf(shipping);

it("is filled with the rates, and means them", () => {
	const fields = shippingFields("DE");
	// The fields say so.
	const meant = storedOf(fields, typedOf(fields, form)) as unknown as ShippingForm;
	expect(meant.zones.map(({ services }) => services.length)).toEqual([1, 2, 1]);
	expect(shippingOf(meant)).toEqual(shipping);
});

it("puts what is more exact first, wherever it was entered, and knows whose error it is", () => {
	const zones = [
		...form.zones.toReversed(),
		{ countries: ["AT"], services: [{ by: "nothing", price: 1.5 } as const] },
	];
	const { rates } = shippingOf({ ...form, zones });
	expect(rates.map(({ countries, price }) => [countries, price])).toEqual([
		[["DE"], 12],
		[["DE"], 4.9],
		[["DE"], 15],
		[["AT"], 1.5],
		["all", 9],
	]);
	const paths = [
		"rates.2.price",
		"rates.4.byValue.0.from",
		"rates.0.countries.1",
		"rates",
		"pickup.city",
	];
	expect(paths.map(placeOf({ ...form, zones }))).toEqual([
		"zones.1.services.1.price",
		"zones.0.services.0.byValue.0.from",
		"zones.2.countries.1",
		"zones",
		"pickup.city",
	]);
});
