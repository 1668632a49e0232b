import { expect, it } from "vitest";
import { pricingOf } from "./pricing.ts";

it("a price is that of a piece, and what one pays at least is beside it, with its sale and its measure", () => {
	const tool = { price: 6.5, minOrderQuantity: 5 };
	expect(pricingOf(tool)).toEqual({ price: 6.5, smallestOrder: { quantity: 5, price: 32.5 } });
	const sale = { before: 8.1, endsAt: "2026-12-04T00:00:00.000Z" };
	expect(pricingOf({ ...tool, sale, contents: "120.3 ml" })).toEqual({
		price: 6.5,
		sale: { ...sale, smallestBefore: 40.5 },
		measured: { price: 54.03, per: "l", holds: { amount: 601.5, unit: "ml" } },
		smallestOrder: { quantity: 5, price: 32.5 },
	});
	expect(pricingOf({ price: 0.07, minOrderQuantity: 3 }).smallestOrder.price).toBe(0.21);
});
