import { expect, it } from "vitest";
import { type CartCosts, cartCosts } from "./cart-costs.ts";
import type { PricingConfig } from "./totals.ts";

const costs = (itemsCents: number, config: PricingConfig) =>
	cartCosts({ itemsCents, grams: 0 }, config);

const none: PricingConfig["tax"] = { mode: "none" };
const vat: PricingConfig["tax"] = { mode: "included", label: "VAT", percent: 19 };
const toGermany = { countries: ["DE"], price: 4.9, freeFrom: 49 };
const elsewhere = { countries: "all", price: 9.5 } as const;

it.each<[string, PricingConfig["shipping"], Partial<CartCosts>]>([
	[
		"free shipping",
		{ countries: "all", rates: [{ countries: "all", price: 0 }] },
		{ shippingCents: 0, isSameEverywhere: true, freeFromCents: undefined },
	],
	[
		"the same costs everywhere",
		{ countries: "all", rates: [{ countries: "all", price: 5 }] },
		{ shippingCents: 500, isSameEverywhere: true, freeFromCents: undefined },
	],
	[
		"from where it is free",
		{ countries: "all", rates: [{ countries: "all", price: 5, freeFrom: 30 }] },
		{ shippingCents: 500, isSameEverywhere: true, freeFromCents: 3000 },
	],
	[
		"the lowest costs, and no threshold of some countries",
		{ countries: ["DE", "AT"], rates: [toGermany, elsewhere] },
		{ shippingCents: 490, isSameEverywhere: false, freeFromCents: undefined },
	],
	[
		"from where it is free where other countries are free",
		{
			countries: "all",
			rates: [
				{ countries: ["DE"], price: 0 },
				{ ...elsewhere, freeFrom: 50 },
			],
		},
		{ shippingCents: 0, isSameEverywhere: false, freeFromCents: 5000 },
	],
	[
		"no rate that applies nowhere",
		{ countries: ["DE"], rates: [toGermany, { countries: "all", price: 1 }] },
		{ shippingCents: 490, isSameEverywhere: true, freeFromCents: 4900 },
	],
	[
		"no rate whose countries an earlier one has",
		{ countries: ["DE"], rates: [toGermany, { countries: ["DE"], price: 1 }] },
		{ shippingCents: 490, isSameEverywhere: true, freeFromCents: 4900 },
	],
	[
		"no rate of all countries before one of its own",
		{ countries: ["DE"], rates: [elsewhere, { countries: "all", price: 1 }, toGermany] },
		{ shippingCents: 490, isSameEverywhere: true, freeFromCents: 4900 },
	],
])("the cart knows %s", (_, shipping, expected) => {
	expect(costs(2000, { shipping, tax: none })).toMatchObject(expected);
});

it("shipping is free from the threshold on", () => {
	const shipping = { countries: ["DE"], rates: [toGermany] };
	expect(costs(4899, { shipping, tax: none })).toMatchObject({
		shippingCents: 490,
		freeFromCents: 4900,
	});
	expect(costs(4900, { shipping, tax: none })).toMatchObject({
		shippingCents: 0,
		freeFromCents: 4900,
	});
});

it.each<[PricingConfig["tax"], string | undefined, boolean]>([
	[none, undefined, false],
	[vat, "VAT", false],
	[{ ...vat, percent: 0 }, undefined, false],
	[{ mode: "stripe", behaviour: "inclusive" }, "Tax", false],
	[{ mode: "stripe", behaviour: "exclusive" }, undefined, true],
])("with the tax %o includes %s, and adds some: %s", (tax, includedTax, isTaxOnTop) => {
	const shipping = { countries: ["DE"], rates: [toGermany] };
	expect(costs(100, { shipping, tax })).toMatchObject({ includedTax, isTaxOnTop });
});
