import { expect, it } from "vitest";
import type { ShippingConfig } from "../../shop/costs/shipping.ts";
import { errorsByService, fieldsOf, newService, shippingOf } from "./shipping-form.ts";

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

it("is filled with the rates, and means them", () => {
	const fields = fieldsOf(shipping);
	expect(fields.zones.map(({ services }) => services.length)).toEqual([1, 2, 1]);
	expect(shippingOf(fields)).toEqual(shipping);
});

it("puts what is more exact first, wherever it was entered, and knows whose error it is", () => {
	const fields = fieldsOf(shipping);
	const zones = [
		...fields.zones.toReversed(),
		{ countries: ["AT"], postalCodes: "", services: [{ ...newService, price: "1,5" }] },
	];
	const { rates } = shippingOf({ ...fields, zones });
	expect(rates.map(({ countries, price }) => [countries, price])).toEqual([
		[["DE"], 12],
		[["DE"], 4.9],
		[["DE"], 15],
		[["AT"], 1.5],
		["all", 9],
	]);
	const errors = { "rates.2.price": "is wrong", "rates.4.days": "is odd", rates: "is not whole" };
	expect(errorsByService({ ...fields, zones }, errors)).toEqual({
		services: new Map([
			["1 1", ["price is wrong"]],
			["0 0", ["days is odd"]],
		]),
		others: ["rates: is not whole"],
	});
});
