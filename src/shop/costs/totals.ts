/** What an order costs. The pages and the server calculate it here. Runs in the Worker and the browser. */

import { maxChargeCents, minChargeCents, smallestCents } from "../../config/config.ts";
import type { VatPlace } from "../../config/vat-areas.ts";
import { allocate } from "../../values/allocate.ts";
import { totalCents, totalOutOfBounds } from "../../values/money.ts";
import {
	type Destination,
	firstRates,
	isAlwaysFree,
	knownShippingCents,
	pickupId,
	type ShippingConfig,
	type ShippingOption,
	shippingOption,
} from "./shipping.ts";
import {
	includedTaxCents,
	isOnTop,
	isTaxByCountry,
	type TaxConfig,
	taxName,
	taxPercent,
	toTaxRate,
} from "./tax.ts";

/** A line that is asked for, with what its price depends on. */
export interface RequestedLine {
	unitPriceCents: number;
	quantity: number;
	/** What one weighs, where that counts. */
	grams?: number;
	/** What offers take off it. */
	discountCents?: number;
	/** Set for a gift card: neither taxed nor shipped. */
	isGiftCard?: boolean;
}

/** The amounts of an order in minor units. */
export interface OrderAmounts {
	/** Before discounts. */
	itemsCents: number;
	/** What offers take off the items. */
	discountsCents: number;
	shippingCents: number;
	/** Tax on top of items and shipping. */
	taxCents: number;
	/** Tax that items and shipping include. */
	includedTaxCents: number;
	/** Items less discounts, shipping and the tax on top. */
	totalCents: number;
}

/** The amounts of an order, and the rate of its tax in millionths: 19 % is 190,000. */
export interface TaxedOrderAmounts extends OrderAmounts {
	taxRate: number;
}

export interface OrderTotals extends TaxedOrderAmounts {
	/** What a receipt calls the tax, such as "VAT 19%". Empty if the shop has none. */
	taxName: string;
	/** Whether Stripe Tax has yet to calculate the tax: then the amounts are without it. */
	isTaxPending: boolean;
	/** Whether that comes on top. */
	isTaxOnTop: boolean;
	/** How it reaches the customer; undefined while the country is not known. */
	option: ShippingOption | undefined;
	/** What the items weigh together. */
	grams: number;
	/** What an offer of free shipping takes off that way; not part of the amounts above. */
	savedShippingCents: number;
	/** What the gift cards among the lines cost, which no gift card pays. */
	boughtCardsCents: number;
}

/** Where an order goes, of which the country and the postal code count, and how. */
export interface PricedDestination extends Destination {
	/** The way that the customer has chosen; by default the first. */
	service?: string | undefined;
	/** Whether an offer pays for the cheapest service. */
	isShippingFree?: boolean | undefined;
}

/** The tax that Stripe Tax calculated. */
export interface CalculatedTax {
	taxCents: number;
	includedTaxCents: number;
	taxRate: number;
}

/** The shop's settings by which orders are priced. */
export interface PricingConfig {
	shipping: ShippingConfig;
	tax: TaxConfig;
}

/**
 * Returns what the lines cost at a destination. Shipping goes by what they cost after discounts. With Stripe Tax,
 * `calculated` is its result. Throws ShopError `invalid` if the shop does not ship there.
 */
export function orderTotals(
	lines: readonly RequestedLine[],
	destination: PricedDestination,
	config: PricingConfig,
	calculated?: CalculatedTax,
): OrderTotals {
	const itemsCents = sum(lines.map(priceOfLine));
	const discountsCents = sum(lines.map(({ discountCents = 0 }) => discountCents));
	const discounted = itemsCents - discountsCents;
	const boughtCardsCents = cardsCents(lines);
	const grams = sum(lines.map((line) => (isCard(line) ? 0 : (line.grams ?? 0) * line.quantity)));
	const { isShippingFree = false } = destination;
	const goods = { itemsCents: discounted - boughtCardsCents, grams, isShippingFree };
	const isByMail = isOnlyCards(lines);
	const option = isByMail ? undefined : shippingOption(goods, destination, config.shipping);
	const known = isByMail ? 0 : (knownShippingCents(goods, config.shipping) ?? 0);
	const shipped = option?.cents ?? (isShippingFree ? 0 : known);
	const place = taxedPlace(destination, config.shipping);
	const percent = taxPercent(place, config.tax);
	const included = includedTaxCents(goods.itemsCents + shipped, percent);
	const isStripeTax = config.tax.mode === "stripe" && !isByMail;
	const {
		taxCents,
		includedTaxCents: includedCents,
		taxRate,
	} = (isStripeTax && calculated) || {
		taxCents: 0,
		includedTaxCents: included,
		taxRate: toTaxRate(percent),
	};
	return {
		itemsCents,
		discountsCents,
		shippingCents: shipped,
		taxCents,
		includedTaxCents: includedCents,
		totalCents: discounted + shipped + taxCents,
		taxRate,
		taxName: taxName(place, config.tax),
		isTaxPending: isStripeTax && calculated === undefined,
		isTaxOnTop: isOnTop(config.tax),
		option,
		grams,
		savedShippingCents: option?.savedCents ?? known - shipped,
		boughtCardsCents,
	};
}

const isCard = ({ isGiftCard = false }: Pick<RequestedLine, "isGiftCard">) => isGiftCard;

/** What the gift cards among some lines cost, in cents. */
export const cardsCents = (lines: readonly RequestedLine[]): number =>
	sum(lines.filter(isCard).map(lineCents));

/** Whether an order is of gift cards alone, which an e-mail brings. */
export const isOnlyCards = (lines: readonly Pick<RequestedLine, "isGiftCard">[]): boolean =>
	lines.length > 0 && lines.every(isCard);

/** Where an order is taxed: where it is delivered, and one that is fetched in the shop there. */
const taxedPlace = (destination: PricedDestination, { pickup }: ShippingConfig): VatPlace =>
	destination.service === pickupId && pickup ? pickup : destination;

/**
 * Whether an order costs quantity x price at any address: the shop ships everywhere for nothing, and no tax
 * depends on the country. Only then it can be placed without its country, by POST /order.
 */
export function isTotalByItemsAlone(config: PricingConfig): boolean {
	const { countries } = config.shipping;
	return (
		countries === "all" &&
		firstRates(config.shipping).every(isAlwaysFree) &&
		!isTaxByCountry(config.tax)
	);
}

const priceOfLine = ({ unitPriceCents, quantity }: RequestedLine) =>
	totalCents(unitPriceCents, quantity);

/** What a line costs after discounts. */
export function lineCents(line: RequestedLine): number {
	return priceOfLine(line) - (line.discountCents ?? 0);
}

/** The weights for dividing shipping and tax among lines: what each costs, and nothing for gift cards. */
export const sharedCents = (line: RequestedLine): number => (isCard(line) ? 0 : lineCents(line));

/** Returns the error of a total that Stripe does not charge, if it is one. */
export function totalError(total: number): string | undefined {
	return total < minChargeCents || total > maxChargeCents ? totalOutOfBounds() : undefined;
}

/** What a line has of its order's amounts. */
export interface LineShare extends Omit<OrderAmounts, "discountsCents"> {
	/** After discounts. */
	itemsCents: number;
}

/**
 * Divides the amounts of an order over its lines, in proportion to what their items cost after discounts. The shares
 * add up to the whole, so refunding every line's total refunds exactly what was paid. Each can be refunded
 * alone: it is a multiple of what Stripe charges and refunds.
 */
export function sharesOfLines(
	amounts: Pick<OrderAmounts, "shippingCents" | "taxCents" | "includedTaxCents">,
	itemsOfLines: readonly number[],
	smallest: number = smallestCents,
): LineShare[] {
	const inMultiples = (cents: number) =>
		allocate(cents / smallest, itemsOfLines).map((share) => share * smallest);
	const [shippingShares, taxShares, includedShares] = [
		inMultiples(amounts.shippingCents),
		inMultiples(amounts.taxCents),
		allocate(amounts.includedTaxCents, itemsOfLines),
	];
	return itemsOfLines.map((itemsCents, index) => {
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
