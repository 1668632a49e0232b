/** Closes unpaid orders and checkouts. The payment is cancelled at Stripe first, so that a closed order can't be paid. */
import { and, eq, ne } from "drizzle-orm";
import type Stripe from "stripe";
import { isOpenOrder, orders } from "../../db/order-tables.ts";
import { database } from "../../platform/database.ts";
import {
	callStripe,
	intentFromError,
	isRejectedByStripe,
	isResourceMissing,
} from "../../platform/stripe.ts";
import {
	type CheckoutRow,
	findCheckout,
	type RemainingAmounts,
	releaseOneReservation,
	releaseReservations,
} from "../checkouts/checkouts.server.ts";
import { addressOf } from "../checkouts/delivery.server.ts";
import {
	type OrderLine,
	type PricedCheckout,
	priceCheckout,
} from "../checkouts/stripe-tax.server.ts";
import { allocate } from "../checkouts/tax.ts";
import { type CheckoutAmounts, sharesOfOrders } from "../checkouts/totals.ts";
import { tax } from "../config/config.ts";
import { ShopError } from "../errors.ts";

import { toPrice } from "../money.ts";

import { actorIdOf } from "../orders/buyers.server.ts";

import { type CloseReason, isOpen, isPaid } from "../orders/order-states.ts";
import { findAnyOrder, findOrderFor, type OrderRow } from "../orders/orders.server.ts";
import { totalCents } from "../orders/orders.ts";
import type { Buyer } from "../users/users.ts";
import { isProcessing, recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/**
 * Deletes an unpaid order: the buyer's own, or any for an administrator. Cancels the payment of its
 * checkout first; if that has succeeded already, the checkout becomes paid instead. Its other orders
 * stay and are paid anew. Throws ShopError `not_found`, `already_paid` or `payment_processing`, and
 * Stripe's errors (`payments_*`), which change nothing.
 */
export async function deleteOrder(
	buyer: Buyer,
	orderId: string,
): Promise<{ deletedCount: number }> {
	const order = await findOrderFor(buyer, orderId);
	if (isPaid(order)) throw new ShopError("already_paid");
	const checkout = await findCheckout(orderId);
	if (!checkout) throw new ShopError("not_found");
	const removed = await removeOrder(checkout, order, actorIdOf(buyer));
	return { deletedCount: removed ? 1 : 0 };
}

/** Closes one order of a checkout, or the checkout with its last one. Returns false if it was closed already. */
async function removeOrder(
	checkout: CheckoutRow,
	order: OrderRow,
	actorId: string,
): Promise<boolean> {
	const others = await otherOpenOrders(order);
	if (others.length === 0) return closeCheckout(checkout, "deleted", actorId);
	// Before the payment is cancelled, because Stripe Tax may be unavailable.
	const remaining = await priceOf(others, checkout);
	await cancelPayment(checkout);
	if (await releaseOneReservation(checkout, order, remaining, actorId)) return true;
	// Another payment was started, or another order removed, after these were read.
	const [currentOrder, current] = [await findAnyOrder(order.id), await findCheckout(order.id)];
	if (currentOrder && isPaid(currentOrder)) throw new ShopError("already_paid");
	if (!currentOrder || !current || !isOpen(currentOrder) || !isOpen(current)) return false;
	return removeOrder(current, currentOrder, actorId);
}

/** The open orders of the same checkout besides this one. */
async function otherOpenOrders({ id, checkoutId }: OrderRow): Promise<OrderLine[]> {
	if (checkoutId === null || checkoutId === id) return [];
	const { id: orderId, unitPriceCents, quantity } = orders;
	return database()
		.select({ orderId, unitPriceCents, quantity })
		.from(orders)
		.where(and(eq(orders.checkoutId, checkoutId), ne(orders.id, id), isOpenOrder))
		.orderBy(orders.number);
}

/**
 * What shipping and tax of the remaining orders cost. If the shop no longer ships to the address, shipping
 * stays as it was placed, and the tax is the part of the remaining orders; with Stripe Tax it is calculated
 * for that shipping.
 */
async function priceOf(lines: OrderLine[], checkout: CheckoutRow): Promise<RemainingAmounts> {
	const address = addressOf(checkout);
	const { shippingCents, taxCents, includedTaxCents, itemsCents } = checkout;
	try {
		return toRemaining(lines, await priceCheckout(lines, address));
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "invalid") throw error;
		if (checkout.taxCalculationId) {
			const price = toPrice(shippingCents);
			const shipping = { countries: "all", rates: [{ countries: "all", price }] } as const;
			return toRemaining(lines, await priceCheckout(lines, address, { shipping, tax }));
		}
		const items = lines.reduce(
			(sum, line) => sum + totalCents(line.unitPriceCents, line.quantity),
			0,
		);
		const removed = Math.max(itemsCents - items, 0);
		const partOf = (cents: number) => allocate(cents, [items, removed])[0] ?? 0;
		return toRemaining(lines, {
			totals: {
				shippingCents,
				taxCents: partOf(taxCents),
				includedTaxCents: partOf(includedTaxCents),
			},
			taxCalculationId: null,
		});
	}
}

type PricedOrders = Pick<PricedCheckout, "taxCalculationId"> & {
	totals: Pick<CheckoutAmounts, "shippingCents" | "taxCents" | "includedTaxCents">;
};

function toRemaining(
	lines: readonly OrderLine[],
	{ totals: { shippingCents, taxCents, includedTaxCents }, taxCalculationId }: PricedOrders,
): RemainingAmounts {
	const amounts = { shippingCents, taxCents, includedTaxCents };
	const items = lines.map(({ unitPriceCents, quantity }) => totalCents(unitPriceCents, quantity));
	const shares = sharesOfOrders(amounts, items);
	return {
		...amounts,
		taxCalculationId,
		shares: lines.map(({ orderId }, index) => {
			const { shippingCents = 0, taxCents = 0, includedTaxCents = 0 } = shares[index] ?? {};
			return { orderId, shippingCents, taxCents, includedTaxCents };
		}),
	};
}

/**
 * Closes an unpaid checkout with all its orders. `actorId` is the id of the user who deletes it, or null
 * for an expired one. Returns false if it was closed already. Throws ShopError `already_paid` or
 * `payment_processing`.
 */
export async function closeCheckout(
	checkout: CheckoutRow,
	closeReason: Exclude<CloseReason, "refunded">,
	actorId: string | null = null,
): Promise<boolean> {
	await cancelPayment(checkout);
	const { id, paymentIntentId } = checkout;
	if (await releaseReservations(id, closeReason, paymentIntentId, actorId)) return true;
	const current = await findCheckout(id);
	if (current && isPaid(current)) throw new ShopError("already_paid");
	// The customer started another payment after the checkout was read: cancel that one too.
	if (current && isOpen(current) && current.paymentIntentId !== paymentIntentId)
		return closeCheckout(current, closeReason, actorId);
	return false;
}

/**
 * Cancels a checkout's payment. One that has succeeded settles the checkout; throws ShopError `already_paid`
 * then, and `payment_processing` while Stripe processes it.
 */
async function cancelPayment(checkout: CheckoutRow): Promise<void> {
	if (!checkout.paymentIntentId) return;
	const intent = await cancelIntent(checkout.paymentIntentId);
	if (intent && isProcessing(intent)) {
		await recordProcessing(checkout, intent);
		throw new ShopError("payment_processing");
	}
	const settled =
		intent?.status === "succeeded" ? await settlePayment(intent, null, checkout) : undefined;
	// If it is not paid, the amount paid was not the checkout's total and was refunded.
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
