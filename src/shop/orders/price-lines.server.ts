/** The lines of an order that is placed: what they cost at the prices that the customer has seen. */
import type { OrderFit } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { newId } from "../../platform/database/database.ts";
import { toCents } from "../../values/money.ts";
import type { Address } from "../addresses/address-columns.ts";
import { type Pricing, serviceOf, weighed } from "../costs/pricing.server.ts";
import { type PricedLine, priceWithTax } from "../costs/stripe-tax.server.ts";
import {
	isOnlyCards,
	sharedCents,
	sharesOfLines,
	type TaxedOrderAmounts,
	totalError,
} from "../costs/totals.ts";
import type { GiftCode } from "../gift-cards/gift-card-kinds.ts";
import { codesOfLine } from "../gift-cards/gift-code.server.ts";
import {
	type BundleOfLine,
	divideDiscounts,
	type KnownTools,
	linesOfBundle,
	savedCents,
	toPriced,
	unitsOf,
} from "../offers/bundle-lines.ts";
import { discountNow } from "../offers/discount-now.ts";
import type { OffersOfNow } from "../offers/discounts.ts";
import type { OrderRequest, RequestedLine } from "./orders.ts";

/** A line with the id that it gets. */
export interface LineToPlace extends PricedLine, Partial<BundleOfLine> {
	toolId: string;
	/** The codes of the pieces of a gift card. */
	giftCodes?: readonly GiftCode[];
}

/**
 * The lines of an order: of a bundle, one for each part. The line of an order with one line has the order's id, as if it was
 * bought alone.
 */
function toLines(
	orderId: string,
	requested: readonly RequestedLine[],
	{ bundles, giftCards }: KnownTools,
): Promise<LineToPlace[]> {
	const lines = requested.flatMap(({ toolId, quantity, price }) => {
		const sold = { toolId, quantity, unitPriceCents: toCents(price) };
		const bundle = bundles.get(toolId);
		return bundle ? linesOfBundle(sold, bundle) : [sold];
	});
	return Promise.all(
		lines.map(async (line) => {
			const id = lines.length === 1 ? orderId : newId();
			return { ...line, id, ...(giftCards.has(line.toolId) && (await asCards(id, line.quantity))) };
		}),
	);
}

/** What a line of gift cards has besides. */
export const asCards = async (id: string, quantity: number) => ({
	isGiftCard: true,
	giftCodes: await codesOfLine(id, quantity),
});

/** The lines with their parts of the order's shipping and tax. */
export function withShares<Line extends PricedLine>(
	lines: readonly Line[],
	amounts: Pick<TaxedOrderAmounts, "shippingCents" | "taxCents" | "includedTaxCents" | "taxRate">,
) {
	const shares = sharesOfLines(amounts, lines.map(sharedCents));
	return lines.map((line, index) => {
		const { shippingCents = 0, taxCents = 0, includedTaxCents = 0 } = shares[index] ?? {};
		const { discountCents = 0 } = line;
		const taxRate = line.isGiftCard ? 0 : amounts.taxRate;
		return { ...line, discountCents, shippingCents, taxCents, includedTaxCents, taxRate };
	});
}

/**
 * Prices the lines that are asked for: with what offers take off, shipping and tax, of which each line has its part. Throws
 * ShopError `invalid` for a total out of Stripe's bounds.
 */
export async function priceLines(
	{ id, request, fits }: { id: string; request: OrderRequest; fits: ReadonlyMap<string, OrderFit> },
	known: KnownTools,
	offersOfNow: OffersOfNow,
	address: Address,
	pricing: Pricing,
	vatNumber: string | undefined,
) {
	const units = unitsOf(await toLines(id, request.lines, known));
	const { isShippingFree, discounts, applied, codeProblem } = discountNow(units, offersOfNow);
	const { totals, taxCalculationId } = await priceWithTax(
		weighed(toPriced(units, discounts), pricing),
		{ ...address, service: request.service, isShippingFree },
		pricing,
		vatNumber,
	);
	const { taxName, isTaxPending, isTaxOnTop, option, grams, ...rest } = totals;
	const { savedShippingCents, boughtCardsCents, ...amounts } = rest;
	const message = totalError(amounts.totalCents);
	if (message) throw new ShopError("invalid", { message });
	const lines = withShares(divideDiscounts(units, discounts), amounts).map((one) => ({
		...one,
		fit: fits.get(one.toolId),
	}));
	const saved = savedCents(lines);
	const payer = applied.find(({ freesShipping }) => freesShipping);
	return {
		lines,
		amounts: {
			...amounts,
			taxCalculationId,
			itemsCents: amounts.itemsCents + saved,
			discountsCents: amounts.discountsCents + saved,
		},
		service: serviceOf(totals, pricing.shipping),
		/** The offers that take something off. One of them pays the shipping. */
		offers: applied.map((one) => ({
			...one.offer,
			cents: one.cents,
			shippingCents: one === payer ? savedShippingCents : 0,
		})),
		codeProblem,
		boughtCardsCents,
		areOnlyCards: isOnlyCards(units),
	};
}
