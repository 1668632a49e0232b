/** The other shop's config is valid and its shipping and tax are what a customer pays. The shop itself is in tests/tooling. */
import { expect, it } from "vitest";
import own from "../../shop.config.ts";
import { parseShopConfig } from "../../src/config/schema.ts";
import { orderTotals, type PricingConfig } from "../../src/shop/costs/totals.ts";
import other from "../fixtures/other-shop.config.ts";

const pricing: PricingConfig = parseShopConfig(other);

it.each([
	// 25.00 and 4.90 include 19 %.
	["DE", 2, 490, 477, 2990],
	// Shipping is free from 49.00.
	["DE", 4, 0, 798, 5000],
	["AT", 4, 950, 992, 5950],
	["CH", 1, 950, 0, 2200],
])("to %s, %i bags of coffee", (country, quantity, shippingCents, includedTaxCents, totalCents) => {
	const totals = orderTotals([{ unitPriceCents: 1250, quantity }], { country }, pricing);
	expect(totals).toMatchObject({ shippingCents, includedTaxCents, taxCents: 0, totalCents });
});

it("the shop's own config is valid", () => {
	expect(() => parseShopConfig(own)).not.toThrow();
});

it("ships to no other country", () => {
	const line = { unitPriceCents: 1250, quantity: 1 };
	expect(() => orderTotals([line], { country: "US" }, pricing)).toThrow("invalid");
});
