/** What a checkout costs. The pages and the server calculate it here. Runs in the Worker and the browser. */
import { maxChargeCents, minChargeCents, shipping, smallestCents, tax } from "../config/config.ts";
import { totalOutOfBounds } from "../money.ts";
import { totalCents } from "../orders/orders.ts";
import { type ShippingConfig, shippingCents } from "./shipping.ts";
import {
	allocate,
	includedTaxCents,
	isTaxByCountry,
	type TaxConfig,
	taxName,
	taxPercent,
} from "./tax.ts";

/** A line of a checkout, which becomes an order. */
export interface CheckoutLine {
	unitPriceCents: number;
	quantity: number;
}

/** The amounts of a checkout in minor units. */
export interface CheckoutAmounts {
	itemsCents: number;
	shippingCents: number;
	/** Tax on top of items and shipping. */
	taxCents: number;
	/** Tax that items and shipping include. */
	includedTaxCents: number;
	/** Items, shipping and the tax on top. */
	totalCents: number;
}

export interface CheckoutTotals extends CheckoutAmounts {
	/** What a receipt calls the tax, such as "VAT 19%". Empty if the shop has none. */
	taxName: string;
	/** Whether Stripe Tax has yet to calculate the tax: then the amounts are without it. */
	isTaxPending: boolean;
}

/** The tax that Stripe Tax calculated. */
export interface CalculatedTax {
	taxCents: number;
	includedTaxCents: number;
}

/** Where the rates come from: the shop's config, if not a test's. */
export interface PricingConfig {
	shipping: ShippingConfig;
	tax: TaxConfig;
}

const shopPricing: PricingConfig = { shipping, tax };

/**
 * Returns what the lines cost at an address, of which only the country counts; "" if it is not known. With
 * Stripe Tax, `calculated` is its result. Throws ShopError `invalid` if the shop does not ship there.
 */
export function checkoutTotals(
	lines: readonly CheckoutLine[],
	{ country }: { country: string },
	config: PricingConfig = shopPricing,
	calculated?: CalculatedTax,
): CheckoutTotals {
	const itemsCents = sum(lines.map(lineCents));
	const shipped = shippingCents(itemsCents, country, config.shipping);
	const included = includedTaxCents(itemsCents + shipped, taxPercent(country, config.tax));
	const isStripeTax = config.tax.mode === "stripe";
	const { taxCents, includedTaxCents: includedCents } = (isStripeTax && calculated) || {
		taxCents: 0,
		includedTaxCents: included,
	};
	return {
		itemsCents,
		shippingCents: shipped,
		taxCents,
		includedTaxCents: includedCents,
		totalCents: itemsCents + shipped + taxCents,
		taxName: taxName(country, config.tax),
		isTaxPending: isStripeTax && calculated === undefined,
	};
}

/**
 * Whether an order costs quantity x price at any address: the shop ships everywhere for nothing, and no tax
 * depends on the country. Only then it can be placed without its country, by POST /order.
 */
export function isTotalByItemsAlone(config: PricingConfig = shopPricing): boolean {
	const { countries, rates } = config.shipping;
	return (
		countries === "all" && rates.every(({ price }) => price === 0) && !isTaxByCountry(config.tax)
	);
}

function lineCents({ unitPriceCents, quantity }: CheckoutLine): number {
	return totalCents(unitPriceCents, quantity);
}

/** Returns the error of a total that Stripe does not charge, if it is one. */
export function totalError(total: number): string | undefined {
	return total < minChargeCents || total > maxChargeCents ? totalOutOfBounds() : undefined;
}

/**
 * Divides the amounts of a checkout over its orders, in proportion to what their items cost. The shares
 * add up to the whole, so refunding every order's total refunds exactly what was paid. Each can be refunded
 * alone: it is a multiple of what Stripe charges and refunds.
 */
export function sharesOfOrders(
	amounts: Pick<CheckoutAmounts, "shippingCents" | "taxCents" | "includedTaxCents">,
	itemsOfOrders: readonly number[],
	smallest: number = smallestCents,
): CheckoutAmounts[] {
	const inMultiples = (cents: number) =>
		allocate(cents / smallest, itemsOfOrders).map((share) => share * smallest);
	const [shippingShares, taxShares, includedShares] = [
		inMultiples(amounts.shippingCents),
		inMultiples(amounts.taxCents),
		allocate(amounts.includedTaxCents, itemsOfOrders),
	];
	return itemsOfOrders.map((itemsCents, index) => {
		const shippingShare = shippingShares[index] ?? 0;
		const taxShare = taxShares[index] ?? 0;
		return {
			itemsCents,
			shippingCents: shippingShare,
			taxCents: taxShare,
			includedTaxCents: includedShares[index] ?? 0,
			totalCents: itemsCents + shippingShare + taxShare,
		};
	});
}

function sum(amounts: readonly number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}
