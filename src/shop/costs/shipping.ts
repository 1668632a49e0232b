/** What shipping costs, by the shop's rates. Runs in the Worker and the browser. */

import { shipping } from "../../config/config.ts";
import { countryName } from "../../config/country-names.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { toCents } from "../../values/money.ts";

export type ShippingConfig = ShopConfig["shipping"];
export type ShippingRate = ShippingConfig["rates"][number];

/** Where an order goes. Without a country nothing is known of it. */
export interface Destination {
	country: string;
	postalCode?: string;
}

/** What is shipped. */
export interface Goods {
	/** What the items cost after discounts. */
	itemsCents: number;
	/** What they weigh together. */
	grams: number;
	/** Whether an offer pays for the cheapest service. */
	isShippingFree?: boolean | undefined;
}

/** A way in which an order reaches its customer. */
export interface ShippingOption {
	/** What a request names it by. */
	id: string;
	/** What customers read. */
	name: string;
	cents: number;
	/** What an offer of free shipping has taken off that. */
	savedCents: number;
	/** In how many days it arrives, or can be fetched. */
	days?: readonly [number, number] | undefined;
	/** How many parcels it takes. */
	parcels: number;
}

/** The `id` of the option to fetch an order. No service may be called so. */
export const pickupId = "pickup";

/** Returns what a rate's service is called. */
const serviceName = ({ service }: ShippingRate): string =>
	service ?? checkoutMessages.standardDelivery;

/** Where a rate applies. Rates with the same are one zone: its services. */
type Zone = Pick<ShippingRate, "countries" | "postalCodes">;

/** The least is the most exact: postal codes of some countries, then countries, then postal codes of all, then all. */
const rankOf = ({ countries, postalCodes }: Zone): number =>
	(countries === "all" ? 2 : 0) + (postalCodes ? 0 : 1);

/** Sorts the most exact zone to the start. Of two alike, the one with fewer countries is. */
export const byExactness = (one: Zone, other: Zone): number =>
	rankOf(one) - rankOf(other) || one.countries.length - other.countries.length;

const zoneOf = ({ countries, postalCodes = [] }: Zone): string =>
	JSON.stringify([countries === "all" ? "all" : countries.toSorted(), postalCodes.toSorted()]);

/** How many characters of a destination's postal code a zone names; undefined if it is not in the zone. */
function exactnessFor(zone: Zone, { country, postalCode = "" }: Destination): number | undefined {
	if (zone.countries !== "all" && !zone.countries.includes(country)) return undefined;
	if (!zone.postalCodes) return 0;
	const code = postalCode.replaceAll(/\s/g, "").toUpperCase();
	const begins = zone.postalCodes
		.map((prefix) => prefix.replaceAll(" ", ""))
		.filter((prefix) => code.startsWith(prefix));
	return begins.length > 0 ? Math.max(...begins.map(({ length }) => length)) : undefined;
}

/** Returns the rates of a destination, one for each service: those of the most exact zone alone. */
function ratesTo(destination: Destination, config: ShippingConfig): ShippingRate[] {
	const { country } = destination;
	if (config.countries === "all" ? country === "" : !config.countries.includes(country)) return [];
	const [nearest] = config.rates
		.flatMap((rate) => {
			const exactness = exactnessFor(rate, destination);
			return exactness === undefined ? [] : [{ rate, exactness }];
		})
		.toSorted(
			(one, other) =>
				rankOf(one.rate) - rankOf(other.rate) ||
				other.exactness - one.exactness ||
				byExactness(one.rate, other.rate),
		);
	const zone = nearest && zoneOf(nearest.rate);
	const byService = new Map<string, ShippingRate>();
	for (const rate of config.rates) {
		const name = serviceName(rate);
		if (zoneOf(rate) === zone && !byService.has(name)) byService.set(name, rate);
	}
	return [...byService.values()];
}

/** Returns the rate of a country's first service, or undefined if the shop does not ship there. */
export function shippingRate(
	country: string,
	config: ShippingConfig = shipping,
): ShippingRate | undefined {
	return ratesTo({ country }, config)[0];
}

/**
 * Returns the rates of the first service of some destination, the most exact first: what is known before the address. One for
 * all countries is none if others have them all, nor is one whose countries more exact ones have.
 */
export function firstRates({ countries, rates }: ShippingConfig): ShippingRate[] {
	const left = new Set(countries === "all" ? [] : countries);
	let isLeft = true;
	const firstOfZones = new Map(rates.toReversed().map((rate) => [zoneOf(rate), rate])).values();
	return [...firstOfZones].toSorted(byExactness).filter((rate) => {
		if (!isLeft) return false;
		if (rate.postalCodes) return true;
		if (rate.countries === "all") {
			isLeft = false;
			return true;
		}
		if (countries === "all") {
			const isNew = rate.countries.some((code) => !left.has(code));
			// Here, the countries that earlier rates have.
			for (const code of rate.countries) left.add(code);
			return isNew;
		}
		const isNew = rate.countries.filter((code) => left.delete(code)).length > 0;
		isLeft = left.size > 0;
		return isNew;
	});
}

/**
 * Returns the ways in which an order reaches its customer, the default first; none if the shop does not ship there. An
 * offer of free shipping takes off each what the cheapest costs.
 */
export function shippingOptions(
	goods: Goods,
	destination: Destination,
	config: ShippingConfig = shipping,
): ShippingOption[] {
	const rates = ratesTo(destination, config);
	const costs = rates.map((rate) => rateCents(rate, goods));
	const savedCents = goods.isShippingFree ? Math.min(...costs) : 0;
	const options = rates.map((rate, index): ShippingOption => {
		const name = serviceName(rate);
		const cents = (costs[index] ?? 0) - savedCents;
		const parcels = parcelsOf(goods.grams, rate);
		return { id: name, name, cents, savedCents, days: rate.days, parcels };
	});
	const { pickup } = config;
	if (!pickup || destination.country === "") return options;
	const fetched = {
		id: pickupId,
		name: checkoutMessages.pickup,
		cents: 0,
		savedCents: 0,
		parcels: 0,
	};
	return [...options, { ...fetched, days: pickup.days }];
}

/**
 * Returns the way that the customer has chosen, by default the first. Undefined without a country (""): then it costs what
 * it costs everywhere. Throws ShopError `invalid` if there is no such way to this destination.
 */
export function shippingOption(
	goods: Goods,
	destination: Destination & { service?: string | undefined },
	config: ShippingConfig = shipping,
): ShippingOption | undefined {
	const { country, service } = destination;
	if (country === "") {
		if (knownShippingCents(goods, config) !== undefined) return undefined;
		throw new ShopError("invalid", { fields: { country: messages.countryRequired } });
	}
	const options = shippingOptions(goods, destination, config);
	if (service) {
		const option = options.find(({ id }) => id === service);
		if (option) return option;
		if (options.length > 0)
			throw new ShopError("invalid", { fields: { service: checkoutMessages.noSuchService } });
	}
	const [first] = options;
	if (first) return first;
	throw new ShopError("invalid", {
		fields: { country: checkoutMessages.noShippingTo(countryName(country)) },
	});
}

/** Returns what shipping costs before the country is known: undefined if it is not the same everywhere. */
export function knownShippingCents(
	goods: Goods,
	config: ShippingConfig = shipping,
): number | undefined {
	const [cents, ...others] = new Set(firstRates(config).map((rate) => rateCents(rate, goods)));
	return others.length === 0 ? cents : undefined;
}

/** Whether a rate costs nothing, whatever is ordered. */
export const isAlwaysFree = ({ price, byValue = [], byWeight = [] }: ShippingRate): boolean =>
	price === 0 && [...byValue, ...byWeight].every((step) => step.price === 0);

/** Whether what is shipped must be weighed. */
export const needsWeights = ({ rates }: ShippingConfig): boolean =>
	rates.some(({ byWeight, parcelGrams }) => byWeight !== undefined || parcelGrams !== undefined);

/** Returns how many parcels take this weight: as many as are full, and one for the rest. */
export function parcelsOf(grams: number, { parcelGrams }: Pick<ShippingRate, "parcelGrams">) {
	return parcelGrams === undefined ? 1 : Math.max(1, Math.ceil(grams / parcelGrams));
}

/** Returns what a rate costs for these goods. Each parcel costs, and of several each but the last is full. */
export function rateCents(rate: ShippingRate, { itemsCents, grams }: Goods): number {
	const { price, freeFrom, byValue, byWeight, parcelGrams = 0 } = rate;
	if (freeFrom !== undefined && itemsCents >= toCents(freeFrom)) return 0;
	const parcels = parcelsOf(grams, rate);
	if (!byWeight) {
		const step = byValue?.findLast(({ from }) => itemsCents >= toCents(from));
		return toCents(step?.price ?? price) * parcels;
	}
	const ofWeight = (weight: number) =>
		toCents(byWeight.findLast(({ from }) => weight >= from)?.price ?? price);
	const full = parcels - 1;
	return full * ofWeight(parcelGrams) + ofWeight(grams - full * parcelGrams);
}
