import { describe, expect, it } from "vitest";
import { countries } from "../../config/countries.ts";
import { ShopError } from "../../errors.ts";
import {
	knownShippingCents,
	type ShippingConfig,
	shippedCountries,
	shippingCents,
} from "./shipping.ts";

const europe: ShippingConfig = {
	countries: ["DE", "AT", "CH", "NL"],
	rates: [
		{ countries: ["DE"], price: 4.9, freeFrom: 49 },
		{ countries: "all", price: 9.5 },
	],
};

const flat: ShippingConfig = {
	countries: "all",
	rates: [{ countries: "all", price: 5, freeFrom: 50 }],
};

/** The error of the country field. */
function errorOf(work: () => number): unknown {
	try {
		return work();
	} catch (error) {
		return error instanceof ShopError && [error.code, error.fields?.country];
	}
}

describe("shipping", () => {
	it.each<[string, number, string, ShippingConfig, number]>([
		["by the first rate with the country", 1000, "DE", europe, 490],
		["by the rate of all others", 1000, "CH", europe, 950],
		["just below the value that is free", 4899, "DE", europe, 490],
		["free from a value", 4900, "DE", europe, 0],
		["not free in a country without free-from", 1_000_000, "CH", europe, 950],
		[
			"free where the rate is zero",
			1,
			"KE",
			{ countries: "all", rates: [{ countries: "all", price: 0 }] },
			0,
		],
		["the same without a country as everywhere", 4999, "", flat, 500],
		["free without a country as everywhere", 5000, "", flat, 0],
	])("costs %s: %i to %s", (_, items, country, config, cents) => {
		expect(shippingCents(items, country, config)).toBe(cents);
	});

	it.each([
		["US", "We do not ship to this country: United States."],
		["XX", "We do not ship to this country: XX."],
		["de", "We do not ship to this country: de."],
		["", "Country is Required"],
	])("is an error of the country %j", (country, message) => {
		expect(errorOf(() => shippingCents(1000, country, europe))).toEqual(["invalid", message]);
	});

	it("is known before the country only if it is the same everywhere", () => {
		expect(knownShippingCents(1000, europe)).toBeUndefined();
		expect(knownShippingCents(1000, flat)).toBe(500);
		const germanyOnly: ShippingConfig = { ...europe, countries: ["DE"] };
		expect(knownShippingCents(1000, germanyOnly)).toBe(490);
	});

	it("of this shop is free everywhere, so that a total is quantity x price", () => {
		expect(shippedCountries()).toBe(countries);
		for (const country of ["", ...countries]) expect(shippingCents(1999, country)).toBe(0);
		expect(knownShippingCents(1999)).toBe(0);
	});

	it("goes to the countries of the config", () => {
		expect(shippedCountries(europe)).toEqual(["DE", "AT", "CH", "NL"]);
	});
});
