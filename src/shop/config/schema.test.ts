import { expect, test } from "vitest";
import config from "../../../shop.config.ts";
import { currencyFacts } from "../currencies.ts";
import * as shop from "./config.ts";
import { parseShopConfig } from "./schema.ts";

/** The error of the config with one field changed; undefined removes it. */
function errorWith(path: string, value: unknown): string {
	const changed: Record<string, unknown> = structuredClone(config);
	const names = path.split(".");
	const last = names.pop() ?? "";
	let parent = changed;
	for (const name of names) parent = parent[name] as Record<string, unknown>;
	if (value === undefined) delete parent[last];
	else parent[last] = value;
	try {
		parseShopConfig(changed);
	} catch (error) {
		return (error as Error).message;
	}
	return "";
}

test("the shop's own config is valid, and every field is exported", () => {
	expect(parseShopConfig(config)).toEqual(config);
	expect({ ...shop }).toEqual({ ...config, ...currencyFacts(config.currency, config.locale) });
});

test.each([
	["name", undefined, "name: is missing"],
	["name", "", "name: must not be empty"],
	["colors.dark", undefined, "colors.dark: is missing"],
	["colors.light.primary", undefined, "colors.light.primary: is missing"],
	["colors.light.primary", "orange", "colors.light.primary: must be # and six of 0-9 and a-f"],
	["colour", "#ffffff", "colour: is not a field"],
	["currency", "DOLLARS", "currency: must be a currency by ISO 4217, such as USD"],
	["locale", "en_US", "locale: must be a language tag, such as en-US"],
	["contact.email", "hello", "contact.email: must be an e-mail address"],
	["content", "/srv/content", "content: must be a folder, such as content"],
	["shipping", undefined, "shipping: is missing"],
	["shipping.countries", "DE", 'shipping.countries: must be "all" or a list of countries'],
	[
		"shipping.countries",
		["DE", "Austria"],
		"shipping.countries.1: must be a country by ISO 3166-1",
	],
	["shipping.countries", [], "shipping.countries: must not be empty"],
	["shipping.rates", [], "shipping.rates: must not be empty"],
	[
		"shipping.rates",
		[{ countries: ["DE"], price: 0 }],
		'shipping.rates: must have one for "all" countries',
	],
	[
		"shipping",
		{ countries: ["DE", "AT"], rates: [{ countries: ["DE"], price: 5 }] },
		"shipping.rates: must have one for AT",
	],
	[
		"shipping",
		{ countries: ["DE"], rates: [{ countries: ["DE", "FR"], price: 5 }] },
		"shipping.rates.0.countries: has FR, which is not in shipping.countries",
	],
	["shipping.rates.0.price", undefined, "shipping.rates.0.price: is missing"],
	["shipping.rates.0.price", -1, "shipping.rates.0.price: must not be negative"],
	["shipping.rates.0.price", 4.999, "shipping.rates.0.price: must be a multiple of 0.01 USD"],
	["shipping.rates.0.freeFrom", 0.001, "shipping.rates.0.freeFrom: must be a multiple of 0.01 USD"],
	["shipping.rates.0.days", [5, 2], "shipping.rates.0.days: must be the least, then the most"],
	["shipping.rates.0.cents", 490, "shipping.rates.0.cents: is not a field"],
	["tax", undefined, "tax: is missing"],
	["tax", { mode: "vat" }, "tax.mode: must be included, stripe or none"],
	["tax", { mode: "included", label: "VAT" }, "tax.percent: is missing"],
	["tax", { mode: "included", label: "", percent: 19 }, "tax.label: must not be empty"],
	["tax", { mode: "included", label: "VAT", percent: 119 }, "tax.percent: must be at most 100"],
	[
		"tax",
		{
			mode: "included",
			label: "VAT",
			percent: 19,
			rates: [{ countries: ["AU", "UK"], percent: 20 }],
		},
		"tax.rates.0.countries.1: must be a country by ISO 3166-1, such as DE",
	],
	["tax", { mode: "stripe" }, "tax.behaviour: is missing"],
	["tax", { mode: "stripe", behaviour: "on top" }, "tax.behaviour: must be inclusive or exclusive"],
	["tax", { mode: "none", percent: 19 }, "tax.percent: is not a field"],
	["reservationMinutes", 0.5, "reservationMinutes: must be a whole number"],
	["limits.openOrders", 0, "limits.openOrders: must be at least 1"],
	["navigation.0.path", "//elsewhere", "navigation.0.path: must be a path on this shop"],
	[
		"footer.columns.2.entries.0.legal",
		"gdpr",
		"footer.columns.2.entries.0.legal: must be one of terms,",
	],
	["social.0.url", "http://shop.example", "social.0.url: must be a URL that starts with https://"],
	["home.slides", [], "home.slides: must not be empty"],
	["home.statistics.1.value", 12, "home.statistics.1.value: must be text"],
])("%s = %j fails with the field's name", (path, value, error) => {
	expect(errorWith(path, value)).toContain(`shop.config.ts: ${error}`);
});

test.each([
	["colors.light.primary", "#e2571b", "colors.light.primary: has a contrast of 3.4 with base-100"],
	["colors.dark.error-content", "#a0a0a0", "colors.dark.error-content: has a contrast of"],
	["colors.light.base-content", "#666666", "with base-100, below 4.5 (quiet text)"],
	["colors.light.neutral", "#d3ccbd", "colors.light.neutral: has a contrast of 1."],
])("%s = %s has too little contrast", (path, value, error) => {
	expect(errorWith(path, value)).toContain(error);
});

test.each([
	["JPY", 4.9, 1],
	["USD", 4.905, 0.01],
	// Its third decimal is always 0 at Stripe.
	["KWD", 4.905, 0.01],
])("an amount in %s must be one that Stripe charges: not %d", (currency, price, step) => {
	const shipping = { countries: "all", rates: [{ countries: "all", price }] };
	expect(() => parseShopConfig({ ...config, currency, shipping })).toThrow(
		`shipping.rates.0.price: must be a multiple of ${step} ${currency}`,
	);
});

test("a reservation with Stripe Tax ends before its calculation expires", () => {
	const tax = { mode: "stripe", behaviour: "exclusive" };
	expect(() => parseShopConfig({ ...config, tax })).not.toThrow();
	expect(() => parseShopConfig({ ...config, tax, reservationMinutes: 90 * 24 * 60 })).toThrow(
		"shop.config.ts: reservationMinutes: must be at most 80 days with Stripe Tax",
	);
});

test("a tax on top can't be charged in a currency whose amounts end in 0", () => {
	const withTax = (currency: string, behaviour: string) => () =>
		parseShopConfig({ ...config, currency, tax: { mode: "stripe", behaviour } });
	expect(withTax("KWD", "exclusive")).toThrow(
		"tax.behaviour: must be inclusive: Stripe charges multiples of 0.01 KWD",
	);
	for (const works of [withTax("KWD", "inclusive"), withTax("USD", "exclusive")])
		expect(works).not.toThrow();
});

test("all wrong fields are named at once", () => {
	expect(() => parseShopConfig({ ...config, name: "", currency: "x" })).toThrow(
		"shop.config.ts: name: must not be empty\nshop.config.ts: currency: must be",
	);
});
