/** What the cart says of shipping and tax, before an address is known. Runs in the Worker and the browser. */
import { shipping, tax } from "../../config/config.ts";
import { tax as taxLabel } from "../../messages.cart.ts";
import { toCents } from "../../values/money.ts";
import { isTaxByCountry } from "./tax.ts";
import type { PricingConfig } from "./totals.ts";

export interface CartCosts {
	/** The lowest cost of shipping. */
	shippingCents: number;
	/** Whether it is the same wherever the shop ships to. */
	isSameEverywhere: boolean;
	/** What is missing for free shipping, if that has the same threshold everywhere. */
	missingCents: number | undefined;
	/** The label of the included tax; undefined if there is none. */
	includedTax: string | undefined;
	/** Whether tax is added at checkout. */
	isTaxOnTop: boolean;
}

const shopPricing: PricingConfig = { shipping, tax };

/** Returns what is known of shipping and tax for items of this value. */
export function cartCosts(itemsCents: number, config: PricingConfig = shopPricing): CartCosts {
	const rates = usedRates(config.shipping).map(({ price, freeFrom }) => ({
		priceCents: toCents(price),
		freeFromCents: freeFrom === undefined ? undefined : toCents(freeFrom),
	}));
	const costs = rates.map(({ priceCents, freeFromCents }) =>
		freeFromCents !== undefined && itemsCents >= freeFromCents ? 0 : priceCents,
	);
	const [threshold, ...others] = new Set(
		rates.flatMap((rate) => (rate.priceCents === 0 ? [] : [rate.freeFromCents])),
	);
	const isOneThreshold = threshold !== undefined && others.length === 0;
	const { tax: rule } = config;
	return {
		shippingCents: Math.min(...costs),
		isSameEverywhere: new Set(costs).size === 1,
		missingCents: isOneThreshold && itemsCents < threshold ? threshold - itemsCents : undefined,
		includedTax: includedTax(rule),
		isTaxOnTop: rule.mode === "stripe" && rule.behaviour === "exclusive",
	};
}

/** The rates that apply to some country: the first one with it does. */
function usedRates({ countries, rates }: PricingConfig["shipping"]) {
	const left = new Set(countries === "all" ? [] : countries);
	return rates.filter((rate) => {
		// The schema accepts no country that the shop does not ship to.
		if (rate.countries !== "all")
			return countries === "all" || rate.countries.filter((code) => left.delete(code)).length > 0;
		const isUsed = countries === "all" || left.size > 0;
		left.clear();
		return isUsed;
	});
}

/** Its rate is left out where it depends on the country. */
function includedTax(rule: PricingConfig["tax"]): string | undefined {
	if (rule.mode === "included")
		return isTaxByCountry(rule) || rule.percent > 0 ? rule.label : undefined;
	return rule.mode === "stripe" && rule.behaviour === "inclusive" ? taxLabel : undefined;
}
