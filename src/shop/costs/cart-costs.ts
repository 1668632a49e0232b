/** What the cart says of shipping and tax, before an address is known. Runs in the Worker and the browser. */
import { tax as taxLabel } from "../../messages/cart-lines.ts";
import { toCents } from "../../values/money.ts";
import { firstRates, type Goods, isAlwaysFree, rateCents } from "./shipping.ts";
import { isOnTop, isTaxByCountry } from "./tax.ts";
import type { PricingConfig } from "./totals.ts";

export interface CartCosts {
	/** The lowest cost of shipping. */
	shippingCents: number;
	/** Whether it is the same wherever the shop ships to. */
	isSameEverywhere: boolean;
	/** The value from which shipping is free, if that is the same everywhere. */
	freeFromCents: number | undefined;
	/** Whether the order can be fetched. */
	canPickUp: boolean;
	/** The label of the included tax; undefined if there is none. */
	includedTax: string | undefined;
	/** Whether tax is added at checkout. */
	isTaxOnTop: boolean;
}

/** Returns what is known of shipping and tax for these items. */
export function cartCosts(goods: Goods, config: PricingConfig): CartCosts {
	const rates = firstRates(config.shipping);
	const costs = rates.map((rate) => rateCents(rate, goods));
	const [threshold, ...others] = new Set(
		rates.flatMap((rate) =>
			isAlwaysFree(rate) ? [] : [rate.freeFrom === undefined ? undefined : toCents(rate.freeFrom)],
		),
	);
	const isOneThreshold = threshold !== undefined && others.length === 0;
	const { tax: rule } = config;
	return {
		shippingCents: Math.min(...costs),
		isSameEverywhere: new Set(costs).size === 1,
		freeFromCents: isOneThreshold ? threshold : undefined,
		canPickUp: config.shipping.pickup !== undefined,
		includedTax: includedTax(rule),
		isTaxOnTop: isOnTop(rule),
	};
}

/** Its rate is left out where it depends on the country. */
function includedTax(rule: PricingConfig["tax"]): string | undefined {
	if (rule.mode === "included")
		return isTaxByCountry(rule) || rule.percent > 0 ? rule.label : undefined;
	return rule.mode === "stripe" && rule.behaviour === "inclusive" ? taxLabel : undefined;
}
