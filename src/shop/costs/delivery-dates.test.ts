import { expect, it } from "vitest";
import { deliveryDates, deliveryDays } from "./delivery-dates.ts";
import type { ShippingConfig } from "./shipping.ts";

const config: ShippingConfig = {
	countries: ["DE", "CH", "US"],
	rates: [
		{ countries: ["DE"], price: 0, days: [1, 3] },
		{ countries: ["CH"], price: 9 },
		{ countries: "all", price: 20, days: [6, 12] },
	],
};

it("an order arrives in the days of its country's rate, if that has any", () => {
	expect(deliveryDays("DE", config)).toEqual([1, 3]);
	expect(deliveryDays("US", config)).toEqual([6, 12]);
	expect(deliveryDays("CH", config)).toBeUndefined();
	expect(deliveryDays("FR", config)).toBeUndefined();
});

it("before the country is known, in those of any rate, if each has them", () => {
	expect(deliveryDays("", config)).toBeUndefined();
	const [first, , last] = config.rates;
	const rates = [first, last].filter((rate) => rate !== undefined);
	expect(deliveryDays("", { ...config, rates })).toEqual([1, 12]);
});

it("the days become dates, counted from when it was paid", () => {
	const paidAt = Date.UTC(2026, 10, 26, 12);
	expect(deliveryDates(paidAt, [4, 14])).toBe("Mon, Nov 30\u2009–\u2009Thu, Dec 10");
	expect(deliveryDates(paidAt, [1, 1])).toBe("Fri, Nov 27");
	expect(deliveryDates(paidAt, undefined)).toBeUndefined();
});
