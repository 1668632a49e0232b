/**
 * Money in the shop's currency. Stored amounts, and what Stripe is sent, are integers in the currency's
 * minor unit: columns and fields named `...Cents`, which in yen are whole yen. Prices in the API and in
 * forms are decimal numbers.
 */
import * as v from "valibot";
import {
	centsPerUnit,
	currency,
	locale,
	maxChargeCents,
	minChargeCents,
	priceDecimals,
	smallestCents,
} from "../config/config.ts";
import { formatAmount } from "../config/currencies.ts";
import * as messages from "../messages/messages.ts";

/** The smallest price above zero: 0.01, also in a currency with three decimals, or 1 in one without. */
export const priceStep: number = smallestCents / centsPerUnit;

/** Converts a price to minor units. */
export function toCents(price: number): number {
	return Math.round(price * centsPerUnit);
}

/** Converts minor units to a price, as in the API. */
export function toPrice(cents: number): number {
	return cents / centsPerUnit;
}

/** Returns what a number of pieces costs, in minor units as the unit price. */
export function totalCents(unitPriceCents: number, quantity: number): number {
	return unitPriceCents * quantity;
}

const priceFormat = new Intl.NumberFormat(locale, {
	style: "currency",
	currency,
	minimumFractionDigits: priceDecimals,
	maximumFractionDigits: priceDecimals,
});

const estimateFormat = new Intl.NumberFormat(locale, {
	style: "currency",
	currency,
	maximumFractionDigits: 0,
});

/** Formats a price: 1299 is "$1,299.00". */
export function formatPrice(price: number): string {
	return priceFormat.format(price);
}

/** Formats an estimate without decimals: 37.5 is "$38". */
export function formatEstimate(price: number): string {
	return estimateFormat.format(price);
}

/** Formats minor units as a price: 129900 is "$1,299.00". */
export function formatCents(cents: number): string {
	return formatPrice(toPrice(cents));
}

/** Formats minor units of a currency. An amount in a former currency of the shop is "20.00 EUR". */
export function formatCentsIn(cents: number, code: string): string {
	return code === currency ? formatCents(cents) : formatAmount(cents, code);
}

/** Formats a price for a number input, or a CSV file: 12.5 is "12.50". */
export function formatDecimals(price: number): string {
	return price.toFixed(priceDecimals);
}

/**
 * Formats a total for the specification's sentence "Please pay {totalPrice}$": "69$" and "34.50$". Any
 * other currency than the specification's is written as everywhere else.
 */
export function formatTotal(price: number): string {
	if (currency !== "USD") return formatPrice(price);
	return `${Number.isInteger(price) ? price : formatDecimals(price)}$`;
}

/** The message for a total that Stripe does not charge. */
export function totalOutOfBounds(): string {
	return messages.totalOutOfBounds(formatCents(minChargeCents), formatCents(maxChargeCents));
}

/** Refuses what is no multiple of `priceStep`. */
export const inPriceSteps = /* @__PURE__ */ v.check<number, string>(
	(value) => toPrice(toCents(value)) === value && toCents(value) % smallestCents === 0,
	priceDecimals === 0 ? messages.wholeNumber : messages.maxTwoDecimals,
);

/** A price in the API and in forms: finite, not negative, a multiple of `priceStep`. */
export function price(invalidMessage: string = messages.invalidNumber) {
	return v.pipe(
		v.number(invalidMessage),
		v.finite(invalidMessage),
		v.minValue(0, invalidMessage),
		inPriceSteps,
	);
}
