/**
 * Tax on amounts in minor units, exact to the cent: what is divided adds up to the whole. Runs in the
 * Worker and the browser.
 */
import { tax } from "../../config/config.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { tax as taxLabel } from "../../messages.cart.ts";
import { formatPercent } from "../../messages.numbers.ts";

export type TaxConfig = ShopConfig["tax"];

/** Percentages have at most four decimals: 100 % in their smallest unit. */
const wholeInUnits = 1_000_000;

/** Returns the tax that an amount includes at a rate: of 11900 at 19 %, 1900. Half a cent is rounded up. */
export function includedTaxCents(cents: number, percent: number): number {
	const units = Math.round((percent * wholeInUnits) / 100);
	return roundedShare(cents, units, wholeInUnits + units);
}

/** Returns the rate that prices include for customers in a country. */
export function taxPercent(country: string, config: TaxConfig = tax): number {
	if (config.mode !== "included") return 0;
	const other = config.rates?.find(
		({ countries }) => countries === "all" || countries.includes(country),
	);
	return other?.percent ?? config.percent;
}

/** Rates are stored in millionths: 19 % is 190,000. */
export const toTaxRate = (percent: number): number => Math.round(percent * 10_000);

/** Whether the tax is another in some countries. */
export function isTaxByCountry(config: TaxConfig = tax): boolean {
	return config.mode === "stripe" || (config.mode === "included" && config.rates !== undefined);
}

/** Returns what a receipt calls the tax: "VAT 19%". Stripe Tax may apply several taxes, so that is "Tax". */
export function taxName(country: string, config: TaxConfig = tax): string {
	if (config.mode === "none") return "";
	if (config.mode === "stripe") return taxLabel;
	return `${config.label} ${formatPercent(taxPercent(country, config) / 100)}`;
}

/** What an order that was placed before is taxed by. */
interface TaxedOrder {
	country: string;
	itemsCents: number;
	discountsCents: number;
	shippingCents: number;
	includedTaxCents: number;
	taxCalculationId: string | null;
}

/**
 * Returns what the receipt of an order calls its tax. Its rate is not stored: the name has the shop's only
 * if that gives the same tax, otherwise it is empty, because the settings have changed since.
 */
export function receiptTaxName(order: TaxedOrder, config: TaxConfig = tax): string {
	const { country, itemsCents, discountsCents, shippingCents, taxCalculationId } = order;
	const cents = itemsCents - discountsCents + shippingCents;
	const taxed = includedTaxCents(cents, taxPercent(country, config));
	const isSame = taxCalculationId === null && taxed === order.includedTaxCents;
	return isSame ? taxName(country, config) : "";
}

/**
 * Divides an amount in proportion to weights, by the largest remainder: each share is its exact part,
 * rounded down or up, and the shares add up to the amount. Without any weight all shares count the same.
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	if (total === 0)
		return weights.length === 0
			? []
			: allocate(
					cents,
					weights.map(() => 1),
				);
	// The products may exceed what a number holds exactly.
	const products = weights.map((weight) => BigInt(cents) * BigInt(weight));
	const shares = products.map((product) => Number(product / BigInt(total)));
	const remainders = products.map((product) => Number(product % BigInt(total)));
	const rest = cents - shares.reduce((sum, share) => sum + share, 0);
	// The sort is stable: of equal remainders the first comes first.
	const largestFirst = remainders
		.map((remainder, index) => ({ remainder, index }))
		.toSorted((a, b) => b.remainder - a.remainder);
	const roundedUp = new Set(largestFirst.slice(0, rest).map(({ index }) => index));
	return shares.map((share, index) => (roundedUp.has(index) ? share + 1 : share));
}

/** The parts of an order's payment, or of a refund, in minor units. */
export interface PaidParts {
	itemsCents: number;
	shippingCents: number;
	/** Tax on top. */
	taxCents: number;
	/** Tax that items and shipping include. */
	includedTaxCents: number;
}

/** Returns `cents * numerator / denominator`, rounded; a half is rounded up. */
function roundedShare(cents: number, numerator: number, denominator: number): number {
	const doubled = 2n * BigInt(cents) * BigInt(numerator) + BigInt(denominator);
	return Number(doubled / (2n * BigInt(denominator)));
}
