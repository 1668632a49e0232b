/**
 * Tax on amounts in minor units, exact to the cent: what is divided adds up to the whole. Runs in the
 * Worker and the browser.
 */
import { seller } from "../../config/config.ts";
import { isInEu } from "../../config/eu.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { type VatPlace, vatAreaOf } from "../../config/vat-areas.ts";
import { tax as taxLabel } from "../../messages/cart-lines.ts";
import { formatPercent } from "../../messages/numbers.ts";

export type TaxConfig = ShopConfig["tax"];

/** Percentages have at most four decimals: 100 % in their smallest unit. */
const wholeInUnits = 1_000_000;

/** Returns the tax that an amount includes at a rate: of 11900 at 19 %, 1900. Half a cent is rounded up. */
export function includedTaxCents(cents: number, percent: number): number {
	const units = Math.round((percent * wholeInUnits) / 100);
	return roundedShare(cents, units, wholeInUnits + units);
}

/**
 * Returns the rate that prices include for customers in a place. From a seller in the Union's area of VAT, a part of a
 * member state outside it is an export (Directive 2006/112/EC, Articles 6 and 146), and Monaco is France.
 */
export function taxPercent(place: VatPlace, config: TaxConfig, from: VatPlace = seller): number {
	if (config.mode !== "included") return 0;
	const area = vatAreaOf(from) === undefined ? place.country : vatAreaOf(place);
	if (area === undefined && isInEu(place.country)) return 0;
	const country = area ?? place.country;
	const other = config.rates?.find(
		({ countries }) => countries === "all" || countries.includes(country),
	);
	return other?.percent ?? config.percent;
}

/** Rates are stored in millionths: 19 % is 190,000. */
export const toTaxRate = (percent: number): number => Math.round(percent * 10_000);

/** Whether the tax is another in some countries. */
export function isTaxByCountry(config: TaxConfig): boolean {
	return config.mode === "stripe" || (config.mode === "included" && config.rates !== undefined);
}

/** Whether the tax comes on top of prices. */
export const isOnTop = (config: TaxConfig): boolean =>
	config.mode === "stripe" && config.behaviour === "exclusive";

/** Returns what a receipt calls the tax: "VAT 19%". Stripe Tax may apply several taxes, so that is "Tax". */
export function taxName(place: VatPlace, config: TaxConfig): string {
	if (config.mode === "none") return "";
	if (config.mode === "stripe") return taxLabel;
	return `${config.label} ${formatPercent(taxPercent(place, config) / 100)}`;
}

/**
 * Returns what the receipt of an order calls its tax, with the rate by which it was placed, whatever the settings say now. Empty
 * for one of Stripe Tax, which may be several taxes, and without a rate.
 */
export function receiptTaxName(
	{ taxCalculationId, taxRate }: { taxCalculationId: string | null; taxRate: number },
	config: TaxConfig,
): string {
	if (taxCalculationId !== null || taxRate === 0) return "";
	const label = config.mode === "included" ? config.label : taxLabel;
	return `${label} ${formatPercent(taxRate / wholeInUnits)}`;
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
