/**
 * The shop's shipping and tax, which each scenario sets. Import it before anything of the shop: its modules
 * keep these objects when they are loaded.
 */

import * as config from "../../../src/config/config.ts";
import type { PricingConfig } from "../../../src/shop/costs/totals.ts";

const shipping: Record<string, unknown> = {};
const tax: Record<string, unknown> = {};

/** The shop's own: everything is included. */
const included: PricingConfig = { shipping: config.shipping, tax: config.tax };

const flatRate: PricingConfig["shipping"] = {
	countries: "all",
	rates: [
		{ countries: ["AT"], price: 9.5 },
		{ countries: "all", price: 4.9, freeFrom: 60 },
	],
};

const pricings = {
	included,
	"on top": { shipping: flatRate, tax: { mode: "included", label: "VAT", percent: 19 } },
	"Stripe Tax": { shipping: flatRate, tax: { mode: "stripe", behaviour: "exclusive" } },
} satisfies Record<string, PricingConfig>;

export type PricingName = keyof typeof pricings;
export const pricingNames = Object.keys(pricings) as PricingName[];

function replace(target: Record<string, unknown>, values: object): void {
	for (const name of Object.keys(target)) delete target[name];
	Object.assign(target, values);
}

/** Sets what the shop charges for shipping and tax. */
export function setPricing(name: PricingName): void {
	replace(shipping, pricings[name].shipping);
	replace(tax, pricings[name].tax);
}

setPricing("included");
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
