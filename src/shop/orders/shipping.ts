/** What shipping costs, by the rates of shop.config.ts. Runs in the Worker and the browser. */

import { shipping } from "../../config/config.ts";
import { countries, countryName } from "../../config/countries.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages.checkout.ts";
import * as messages from "../../messages.ts";
import { toCents } from "../../values/money.ts";

export type ShippingConfig = ShopConfig["shipping"];

/** Returns the codes of the countries that the shop ships to. */
export function shippedCountries(config: ShippingConfig = shipping): readonly string[] {
	return config.countries === "all" ? countries : config.countries;
}

/**
 * Returns what it costs to ship items of this value to a country. Without a country (""), the cost if it
 * is the same everywhere. Throws ShopError `invalid` if the shop does not ship there.
 */
export function shippingCents(
	itemsCents: number,
	country: string,
	config: ShippingConfig = shipping,
): number {
	const cents =
		country === ""
			? knownShippingCents(itemsCents, config)
			: shippingCentsTo(country, itemsCents, config);
	if (cents !== undefined) return cents;
	const message =
		country === "" ? messages.countryRequired : checkoutMessages.noShippingTo(countryName(country));
	throw new ShopError("invalid", { fields: { country: message } });
}

/** Returns what shipping costs before the country is known: undefined if it is not the same everywhere. */
export function knownShippingCents(
	itemsCents: number,
	config: ShippingConfig = shipping,
): number | undefined {
	const [cents, ...others] = new Set(
		shippedCountries(config).map((country) => shippingCentsTo(country, itemsCents, config)),
	);
	return others.length === 0 ? cents : undefined;
}

function shippingCentsTo(
	country: string,
	itemsCents: number,
	config: ShippingConfig,
): number | undefined {
	const rate = shippingRate(country, config);
	return rate && rateCents(rate, itemsCents);
}

export type ShippingRate = ShippingConfig["rates"][number];

/** Returns the rate of a country, or undefined if the shop does not ship there. */
export function shippingRate(
	country: string,
	config: ShippingConfig = shipping,
): ShippingRate | undefined {
	if (!shippedCountries(config).includes(country)) return undefined;
	return config.rates.find(({ countries }) => countries === "all" || countries.includes(country));
}

/** Returns what a rate costs for items of this value. */
export function rateCents({ price, freeFrom }: ShippingRate, itemsCents: number): number {
	return freeFrom !== undefined && itemsCents >= toCents(freeFrom) ? 0 : toCents(price);
}
