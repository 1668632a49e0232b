import { expect, test } from "vitest";
import config from "../../shop.config.ts";
import * as shop from "./config.ts";
import { currencyFacts } from "./currencies.ts";
import { fillConfig } from "./placeholders.ts";
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

test("a config is valid, and every field is exported", () => {
	expect(parseShopConfig(config)).toEqual(config);
	expect({ ...shop }).toEqual({
		...fillConfig(config),
		...currencyFacts(config.currency, config.locale),
	});
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
		"shipping.countries.1: must be a country with post, by its code of ISO 3166-1",
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
		"tax.rates.0.countries.1: must be a country with post, by its code of ISO 3166-1, such as DE",
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
	[
		"home.statistics",
		[{ name: "Sold", value: 12, note: "" }],
		"home.statistics.0.value: must be text",
	],
	["returnDays", 0, "returnDays: must be at least 1"],
	["law.regions", ["us"], "law.regions.0: must be eu"],
	["law.guaranteeNotice", "../notice.svg", "law.guaranteeNotice: must be an image's name"],
	["workshopHour", -1, "workshopHour: must not be negative"],
	["orders", { numberPrefix: "A1" }, "orders.numberPrefix: must be at most 8 letters, - and #"],
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

/** Every field of a value with its path, lists and objects too. */
function fieldsOf(value: unknown, path: string[] = []): string[] {
	const own = path.length > 0 ? [path.join(".")] : [];
	if (typeof value !== "object" || value === null) return own;
	return [
		...own,
		...Object.entries(value).flatMap(([name, field]) => fieldsOf(field, [...path, name])),
	];
}

test("every field has an error of its own if it is of another type", () => {
	const fields = fieldsOf(config);
	expect(fields.length).toBeGreaterThan(100);
	const wrong = fields.filter(
		(path) => !errorWith(path, true).includes(`shop.config.ts: ${path}: `),
	);
	expect(wrong).toEqual([]);
});

test.each([
	["fonts.heading.weight", 0, "must be at least 1"],
	["fonts.heading.weight", "600", "must be a number"],
	["logo.mark", "a/logo.svg", "must be the name of an SVG file"],
	["logo.mark", "logo.svg.png", "must be the name of an SVG file"],
	["colors.light.primary", "#B5410B", "must be # and six of 0-9 and a-f"],
	["colors.light.primary", "x#b5410b", "must be # and six of 0-9 and a-f"],
	["colors.light.primary", "#b5410b0", "must be # and six of 0-9 and a-f"],
	["navigation.0.path", "tools", "must be a path on this shop"],
	["social.0.url", "https:///x", "must be a URL that starts with https://"],
	["social.0.url", "see https://shop.example", "must be a URL that starts with https://"],
	["content", "../content", "must be a folder"],
	["content", "content/", "must be a folder"],
	["content", "a\\b", "must be a folder"],
	["locale", "e", "must be a language tag"],
	["mail.lowStock", -1, "must be at least 0"],
	["mail.lowStock", 1.5, "must be a whole number"],
	["mail.lowStock", "5", "must be a number"],
	["mail.digestTo.0", "hello", "must be an e-mail address"],
	["mail.digestTo", "hello@shop.test", "must be a list"],
	["paymentForm", "cash", "must be card or payment-element"],
	["shipping.rates.0.price", Number.POSITIVE_INFINITY, "must be a number"],
	["shipping.rates.0.price", "5", "must be a number"],
	["shipping.rates.0.freeFrom", -1, "must not be negative"],
	["home.slides.0.id", "1", "must be an id"],
	["home.slides.0.id", "a b", "must be an id"],
	["home.slides.0.image", "slide.gif", "must be an image's name"],
	["home.slides.0.image", "a/slide.svg", "must be an image's name"],
	["home.slides.0.image", "slide.svg.txt", "must be an image's name"],
	["reservationMinutes", 0, "must be at least 1"],
	["social", "none", "must be a list"],
])("%s = %j is wrong: %s", (path, value, message) => {
	expect(errorWith(path, value)).toContain(`shop.config.ts: ${path}: ${message}`);
});

test.each([
	[[2], "shipping.rates.0.days.1: is missing"],
	[[0, 2], "shipping.rates.0.days.0: must be at least 1"],
	[[2, 2.5], "shipping.rates.0.days.1: must be a whole number"],
	[[3, 3], ""],
])("the days of shipping %j: %s", (days, error) => {
	expect(errorWith("shipping.rates.0.days", days)).toBe(error && `shop.config.ts: ${error}`);
});

test.each([
	[-0.0001, "must not be negative"],
	[100.0001, "must be at most 100"],
	[8.87505, "must have at most four decimals"],
	["19", "must be a number"],
	[0, ""],
	[100, ""],
	[8.8755, ""],
])("a tax of %j percent: %s", (percent, error) => {
	const message = errorWith("tax", { mode: "included", label: "VAT", percent });
	expect(message).toBe(error && `shop.config.ts: tax.percent: ${error}`);
});

test.each<[string, unknown]>([
	["mail.lowStock", 0],
	["mail.lowStock", undefined],
	["mail.digestTo", []],
	["mail.digestTo", undefined],
	["seller.phone", "+1 555 0100"],
	["seller.taxId", "DE 1"],
	["seller.registration", "HRB 1"],
	["fonts.heading.weight", 1],
	["social", []],
	["content", "shops/mine"],
	["home.slides.0.image", "slide-2.jpeg"],
	["home.slides.0.id", "s"],
	["shipping.rates.0.freeFrom", 50],
	[
		"tax",
		{ mode: "included", label: "VAT", percent: 19, rates: [{ countries: ["AT"], percent: 20 }] },
	],
	["tax", { mode: "stripe", behaviour: "inclusive" }],
	["reservationMinutes", 1],
])("%s may be %j", (path, value) => {
	expect(errorWith(path, value)).toBe("");
});

test.each([
	["DE", ["US"], ["eu"]],
	["DE", "all", ["eu"]],
	["US", ["US", "AT"], ["eu"]],
	["US", "all", []],
	["CH", ["CH"], []],
])(
	"a seller in %s who ships to %j keeps by default the law of %j",
	(country, countries, regions) => {
		const { law: _, seller, ...others } = config as { law?: unknown; seller: object };
		const shipping = { countries, rates: [{ countries: "all", price: 0 }] };
		const shop = { ...others, seller: { ...seller, country }, shipping };
		expect(parseShopConfig(shop).law).toEqual({ regions });
		expect(parseShopConfig({ ...shop, law: { regions: [] } }).law).toEqual({ regions: [] });
	},
);

test("the card field is the payment form by default", () => {
	const { paymentForm: _, ...others } = config as { paymentForm?: string };
	expect(parseShopConfig(others).paymentForm).toBe("card");
	expect(() => parseShopConfig(undefined, "my.config.ts")).toThrow("my.config.ts: the export: ");
});

test("a reservation with Stripe Tax may last 80 days", () => {
	const tax = { mode: "stripe", behaviour: "exclusive" };
	const withMinutes = (reservationMinutes: number) => () =>
		parseShopConfig({ ...config, tax, reservationMinutes });
	expect(withMinutes(80 * 24 * 60)).not.toThrow();
	expect(withMinutes(80 * 24 * 60 + 1)).toThrow();
	expect(errorWith("reservationMinutes", 90 * 24 * 60)).toBe("");
});
