import { expect, it } from "vitest";
import { formatPrice, toCents } from "../../values/money.ts";
import { deliveryDates } from "./delivery-dates.ts";
import { type ShippingConfig, shippingOptions } from "./shipping.ts";
import { shippingText } from "./shipping-text.ts";

const now = Date.UTC(2026, 10, 26, 12);
const [five, nine] = [formatPrice(4.9), formatPrice(9.5)];

it.each<[what: string, config: ShippingConfig, text: string]>([
	[
		"no price that others don't pay, and where the cost is shown",
		{
			countries: ["AT", "DE"],
			rates: [
				{ countries: ["DE"], price: 4.9, freeFrom: 49, days: [2, 4] },
				{ countries: "all", price: 9.5, days: [3, 6] },
			],
		},
		`We ship to Austria and Germany. Order today for delivery ${deliveryDates(now, [2, 6])}. The cart shows the cost for your country.`,
	],
	[
		"the lowest price of everybody, and where the rest is shown",
		{
			countries: "all",
			rates: [{ countries: "all", price: 4.9, byWeight: [{ from: 2000, price: 9.5 }] }],
		},
		`Shipping from ${five} worldwide. The cart shows the cost for your country.`,
	],
	[
		"one rate, and from where on it is free",
		{ countries: "all", rates: [{ countries: "all", price: 9.5, freeFrom: 50 }] },
		`Shipping ${nine} worldwide, free from ${formatPrice(50)}.`,
	],
	[
		"no threshold of some countries alone",
		{
			countries: "all",
			rates: [
				{ countries: ["DE"], price: 9.5, freeFrom: 50 },
				{ countries: "all", price: 9.5 },
			],
		},
		`Shipping ${nine} worldwide.`,
	],
	[
		"no days, unless each rate has them",
		{
			countries: "all",
			rates: [
				{ countries: ["DE"], price: 0, days: [2, 2] },
				{ countries: "all", price: 0 },
			],
		},
		"Free shipping worldwide.",
	],
	[
		"days that are the same",
		{ countries: ["DE"], rates: [{ countries: "all", price: 0, days: [2, 2] }] },
		`Free shipping to Germany. Order today for delivery ${deliveryDates(now, [2, 2])}.`,
	],
])("a tool's page has %s", (_, config, text) => {
	expect(shippingText(now, config)).toBe(text);
});

const all = "all" as const;
const configs: ShippingConfig[] = [
	{ countries: all, rates: [{ countries: all, price: 0 }] },
	{ countries: all, rates: [{ countries: all, price: 9.5 }] },
	{ countries: all, rates: [{ countries: all, price: 9.5, freeFrom: 50 }] },
	{ countries: all, rates: [{ countries: all, price: 9.5, parcelGrams: 1000 }] },
	{ countries: all, rates: [{ countries: all, price: 0, parcelGrams: 1000 }] },
	{ countries: all, rates: [{ countries: all, price: 0, byWeight: [{ from: 2000, price: 5 }] }] },
	{ countries: all, rates: [{ countries: all, price: 5, byValue: [{ from: 40, price: 0 }] }] },
	{ countries: ["DE", "AT"], rates: [{ countries: all, price: 0 }] },
	...[0, 4.9].map((price) => ({
		countries: all,
		rates: [
			{ countries: ["US"], price: 0 },
			{ countries: all, price },
		],
	})),
	{
		countries: all,
		rates: [
			{ countries: all, price: 0 },
			{ countries: all, price: 20, service: "Express" },
		],
	},
	{
		countries: ["DE"],
		rates: [
			{ countries: ["DE"], postalCodes: ["25849"], price: 12 },
			{ countries: ["DE"], price: 0 },
		],
	},
];

it.each(configs)("what a tool's page says of %o is true of every order", (config) => {
	const text = shippingText(now, config);
	const destinations = [
		...["US", "DE", "AT", "JP"].map((country) => ({ country })),
		{ country: "DE", postalCode: "25849" },
	].filter(({ country }) => config.countries === "all" || config.countries.includes(country));
	const costs = destinations.flatMap((destination) =>
		[1, 30, 60].flatMap((items) =>
			[0, 500, 2500].map((grams) => {
				const goods = { itemsCents: toCents(items), grams };
				const [first] = shippingOptions(goods, destination, config);
				return { items, cents: first?.cents ?? -1 };
			}),
		),
	);
	const [, from, price = "0"] = /^Shipping (from )?\$(\d+\.\d+)/.exec(text) ?? [];
	const [, freeFrom] = /free from \$(\d+\.\d+)/.exec(text) ?? [];
	const least = toCents(Number(price));
	for (const { items, cents } of costs) {
		if (freeFrom && items >= Number(freeFrom)) expect(cents, text).toBe(0);
		else if (text.startsWith("Free shipping") || (!from && !text.startsWith("We ship")))
			expect(cents, text).toBe(least);
		else expect(cents, text).toBeGreaterThanOrEqual(least);
	}
	if (text.includes("worldwide")) expect(config.countries).toBe("all");
});
