import { expect, it } from "vitest";
import { formatPrice } from "../../values/money.ts";
import { deliveryDates } from "./delivery-dates.ts";
import type { ShippingConfig } from "./shipping.ts";
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
