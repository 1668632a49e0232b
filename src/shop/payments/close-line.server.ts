/** Closes unpaid lines and orders. The payment is cancelled at Stripe first, so that a closed line can't be paid. */
import { and } from "drizzle-orm";
import type Stripe from "stripe";
import type { Buyer } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { isShownLine } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import {
	callStripe,
	intentFromError,
	isRejectedByStripe,
	isResourceMissing,
} from "../../platform/services/stripe.ts";
import { allocate } from "../../values/allocate.ts";
import { toPrice } from "../../values/money.ts";
import { readPricing, serviceOf, weighed } from "../costs/pricing.server.ts";
import { checkedVatNumber } from "../costs/reverse-charge.ts";
import { type PricedLine, type PricedOrder, priceWithTax } from "../costs/stripe-tax.server.ts";
import { cardsCents, lineCents, type OrderTotals, sharedCents } from "../costs/totals.ts";
import { type BundleOfLine, divideDiscounts, toPriced, unitsOf } from "../offers/bundle-lines.ts";
import type { AppliedOffer } from "../offers/discounts.ts";
import { discountAgain } from "../offers/read-offers.server.ts";
import { addressOf } from "../orders/delivery.server.ts";
import { actorIdOf, isOrderOfBuyer, type LineRow, type OrderRow } from "../orders/lines.server.ts";
import { isOpen, isPaid } from "../orders/order-conditions.ts";
import type { CloseReason } from "../orders/order-states.ts";
import {
	findOrder,
	findOrderWithLines,
	isOrderOf,
	type OrderWithLines,
	releaseReservations,
} from "../orders/orders.server.ts";
import { type LineToPlace, withShares } from "../orders/price-lines.server.ts";
import { type NewAmounts, releaseOneReservation } from "../orders/reprice.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { settleRepriced } from "./pay-by-cards.server.ts";
import { isProcessing, recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/**
 * Deletes an unpaid line: the buyer's own, or any for an administrator. Cancels the payment of its
 * order first; if that has succeeded already, the order becomes paid instead. Its other lines
 * stay and are paid anew. Throws ShopError `not_found`, `already_paid` or `payment_processing`, and
 * Stripe's errors (`payments_*`), which change nothing.
 */
export async function deleteLine(buyer: Buyer, lineId: string): Promise<{ deletedCount: number }> {
	const isOwn = may(buyer.user?.role, "orders") ? undefined : isOrderOfBuyer(buyer);
	const found = await findOrderWithLines(and(isOrderOf(lineId), isOwn), isShownLine);
	const line = found?.lines.find(({ id }) => id === lineId);
	if (!found || !line) throw new ShopError("not_found");
	if (isPaid(line)) throw new ShopError("already_paid");
	const lines = found.lines.filter(({ closedAt }) => closedAt === null);
	const removed = await removeLine({ order: found.order, lines }, line, actorIdOf(buyer));
	return { deletedCount: removed ? 1 : 0 };
}

/**
 * Cancels the buyer's own unpaid order, named by its id or a line's: the payment first, as above. Throws
 * ShopError `not_found`, `already_paid` or `payment_processing`, and Stripe's errors (`payments_*`), which change nothing.
 */
export async function cancelUnpaid(buyer: Buyer, id: string): Promise<void> {
	const found = await findOrderWithLines(and(isOrderOf(id), isOrderOfBuyer(buyer)));
	if (!found) throw new ShopError("not_found");
	if (isPaid(found.order)) throw new ShopError("already_paid");
	await closeOrder(found.order, "deleted", actorIdOf(buyer));
}

/** Closes one line of an order, or the order with its last one. Returns false if it was closed already. */
async function removeLine(
	{ order, lines }: OrderWithLines,
	line: LineRow,
	actorId: string,
): Promise<boolean> {
	// A bundle was bought as one, and goes as one.
	const isRemoved = ({ id, bundleId }: LineRow) =>
		id === line.id || (bundleId !== null && bundleId === line.bundleId);
	const others = lines.filter((one) => !isRemoved(one));
	if (others.length === 0) return closeOrder(order, "deleted", actorId);
	// Before the payment is cancelled, because Stripe Tax may be unavailable.
	const remaining = await priceOf(await discountLines(order.id, others), order);
	await cancelPayment(order);
	const removed = lines.filter(isRemoved);
	if (await releaseOneReservation(order, removed, remaining, actorId)) {
		await settleRepriced(order);
		return true;
	}
	// Another payment was started, or another line removed, after these were read.
	const current = await findOrderWithLines(isOrderOf(line.id));
	const currentLine = current?.lines.find(({ id }) => id === line.id);
	if (currentLine && isPaid(currentLine)) throw new ShopError("already_paid");
	if (!current || !currentLine || !isOpen(current.order)) return false;
	return removeLine(current, currentLine, actorId);
}

/**
 * What shipping and tax of the remaining lines cost. If the shop no longer ships to the address, shipping
 * stays as it was placed, and the tax is the part of the remaining lines; with Stripe Tax it is calculated
 * for that shipping.
 */
async function priceOf(discounted: DiscountedLines<LineRow>, order: OrderRow): Promise<NewAmounts> {
	const { lines, units } = discounted;
	const { shippingCents, taxCents, includedTaxCents, itemsCents, discountsCents } = order;
	try {
		return toNewAmounts(discounted, await priceAgain(discounted, order));
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "invalid") throw error;
		if (order.taxCalculationId) {
			const price = toPrice(shippingCents);
			const shipping = { countries: "all", rates: [{ countries: "all", price }] } as const;
			const { tax } = await shopSettings();
			return toNewAmounts(
				discounted,
				await priceWithTax(units, addressOf(order), { shipping, tax }, checkedVatNumber(order)),
			);
		}
		const items = lines.reduce((sum, line) => sum + lineCents(line), 0);
		const goods = lines.reduce((sum, line) => sum + sharedCents(line), 0);
		const removed = Math.max(itemsCents - discountsCents - items, 0);
		const partOf = (cents: number) => allocate(cents, [goods, removed])[0] ?? 0;
		return toNewAmounts(discounted, {
			totals: {
				shippingCents,
				taxCents: partOf(taxCents),
				includedTaxCents: partOf(includedTaxCents),
				taxRate: Math.max(...lines.map(({ taxRate }) => taxRate)),
				savedShippingCents: 0,
			},
			taxCalculationId: null,
		});
	}
}

/**
 * Prices an order by the settings of now and its own offers, at its own or another address, and by its service: the
 * first available one if it's no longer offered.
 */
export async function priceAgain(
	{ units, isShippingFree }: DiscountedLines<PricedLine>,
	order: OrderRow,
	address = addressOf(order),
): Promise<PricedOrder & Pick<OrderRow, "service">> {
	const pricing = await readPricing(units.map(({ toolId }) => toolId));
	const asked = order.service?.id;
	const price = (service: string | undefined) =>
		priceWithTax(
			weighed(units, pricing),
			{ ...address, service, isShippingFree },
			pricing,
			checkedVatNumber(order),
		);
	const priced = await price(asked).catch((error: unknown) => {
		if (error instanceof ShopError && error.fields?.service) return price(undefined);
		throw error;
	});
	return { ...priced, service: serviceOf(priced.totals, pricing.shipping) };
}

type PricedLines = Pick<PricedOrder, "taxCalculationId"> & {
	totals: Pick<
		OrderTotals,
		"shippingCents" | "taxCents" | "includedTaxCents" | "taxRate" | "savedShippingCents"
	>;
};

/** The lines of an order that changes, with what its offers take off them then. */
export interface DiscountedLines<Line extends PricedLine> {
	lines: readonly (Line & { discountCents: number })[];
	/** The same by what was sold as one, as shipping and tax are priced by. */
	units: readonly (PricedLine & { toolId: string })[];
	isShippingFree: boolean;
	applied: readonly AppliedOffer[];
}

/** Applies the offers of an order to other lines of it. */
export async function discountLines<
	Line extends PricedLine &
		Partial<BundleOfLine> & {
			toolId: string;
			giftCodes?: LineToPlace["giftCodes"] | null;
		},
>(orderId: string, found: readonly Line[]): Promise<DiscountedLines<Line>> {
	const lines = found.map((line) => (line.giftCodes ? { ...line, isGiftCard: true } : line));
	const units = unitsOf(lines);
	const { discounts, ...discounted } = await discountAgain(orderId, units);
	return {
		...discounted,
		lines: divideDiscounts(units, discounts),
		units: toPriced(units, discounts),
	};
}

/** What the order of these lines costs, with the parts of each. */
export function toNewAmounts(
	{ lines, applied }: DiscountedLines<PricedLine>,
	{ totals, taxCalculationId }: PricedLines,
): NewAmounts {
	const { shippingCents, taxCents, includedTaxCents, taxRate } = totals;
	// With what bundles take off, which is in the prices of `totals`.
	const discountsCents = lines.reduce((sum, { discountCents }) => sum + discountCents, 0);
	const amounts = { discountsCents, shippingCents, taxCents, includedTaxCents };
	const priced = lines.map(
		({ id, unitPriceCents, quantity, discountCents, isGiftCard = false }) => ({
			id,
			unitPriceCents,
			quantity,
			discountCents,
			isGiftCard,
		}),
	);
	const payer = applied.find(({ freesShipping }) => freesShipping);
	return {
		...amounts,
		taxCalculationId,
		boughtCardsCents: cardsCents(priced),
		shares: withShares(priced, { ...amounts, taxRate }),
		offers: applied.map((one) => ({
			offerId: one.offer.id,
			amountCents: one.cents,
			shippingCents: one === payer ? totals.savedShippingCents : 0,
		})),
	};
}

/**
 * Closes an unpaid order with all its lines. `actorId` is the id of the user who deletes it, or null
 * for an expired one. Returns false if it was closed already. Throws ShopError `already_paid` or
 * `payment_processing`.
 */
export async function closeOrder(
	order: OrderRow,
	closeReason: Exclude<CloseReason, "refunded">,
	actorId: string | null = null,
): Promise<boolean> {
	await cancelPayment(order);
	const { id, paymentIntentId } = order;
	if (await releaseReservations(id, closeReason, paymentIntentId, actorId)) return true;
	const current = await findOrder(id);
	if (current && isPaid(current)) throw new ShopError("already_paid");
	// The customer started another payment after the order was read: cancel that one too.
	if (current && isOpen(current) && current.paymentIntentId !== paymentIntentId)
		return closeOrder(current, closeReason, actorId);
	return false;
}

/**
 * Cancels an order's payment. One that has succeeded settles the order; throws ShopError `already_paid`
 * then, and `payment_processing` while Stripe processes it.
 */
export async function cancelPayment(order: OrderRow): Promise<void> {
	if (!order.paymentIntentId) return;
	const intent = await cancelIntent(order.paymentIntentId);
	if (intent && isProcessing(intent)) {
		await recordProcessing(order, intent);
		throw new ShopError("payment_processing");
	}
	const settled =
		intent?.status === "succeeded" ? await settlePayment(intent, null, order) : undefined;
	// If it is not paid, the amount paid was not the order's total and was refunded.
	if (settled && isPaid(settled)) throw new ShopError("already_paid");
}

/**
 * Cancels a PaymentIntent. Returns it canceled, or as it is if it can't be: succeeded or processing.
 * Undefined if Stripe has none.
 */
export async function cancelIntent(intentId: string): Promise<Stripe.PaymentIntent | undefined> {
	try {
		return await callStripe((stripe) => stripe.paymentIntents.cancel(intentId));
	} catch (error) {
		if (isResourceMissing(error)) return undefined;
		if (!isRejectedByStripe(error)) throw error;
		// Not each rejection has the intent: its code depends on the payment method.
		const intent = intentFromError(error) ?? (await retrieveIntent(intentId));
		const isFinal = intent.status === "canceled" || intent.status === "succeeded";
		if (isFinal || isProcessing(intent)) return intent;
		throw error;
	}
}
