/**
 * Pays an order with one PaymentIntent, and checks the payment that the browser reports.
 * Stripe is always called before the database records that an order can no longer be paid.
 */
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { isOpenOrder, orders } from "../../db/tables.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { callStripe, isResourceMissing, isStripeServerError } from "../../platform/stripe.ts";
import { name as shopName } from "../config/config.ts";
import { ShopError } from "../errors.ts";
import { toCents } from "../money.ts";
import { isOpen, isPaid } from "../orders/order-states.ts";
import { findAnyOrder, findOrder, type OrderRow, toOrder } from "../orders/orders.server.ts";
import type { Order } from "../orders/orders.ts";
import type { Caller } from "../users/users.ts";
import { cancelIntent } from "./close-order.server.ts";
import { paysFor, toStripeCurrency } from "./payments.ts";
import { retrieveIntent, settlePayment, toIntentFacts } from "./settle-payment.server.ts";

/**
 * Returns the client secret to pay the caller's order. Repeated calls return the same payment. Throws
 * ShopError `not_found`, `already_paid`, `order_closed` or `price_changed` (the total is not the
 * order's), and Stripe's errors (`payments_*`).
 */
export async function preparePayment(
	caller: Caller,
	request: { orderId: string; totalPrice?: number | undefined },
): Promise<{ clientSecret: string }> {
	const order = await findOrder(request.orderId, caller.id);
	if (isPaid(order)) throw new ShopError("already_paid");
	if (!isOpen(order) || order.expiresAt.getTime() <= Date.now())
		throw new ShopError("order_closed");
	if (request.totalPrice !== undefined && toCents(request.totalPrice) !== order.totalCents) {
		throw new ShopError("price_changed");
	}
	const intent = (await reusableIntent(order)) ?? (await createIntent(order));
	if (!intent.client_secret) throw new ShopError("payments_failed");
	return { clientSecret: intent.client_secret };
}

/**
 * The order's PaymentIntent if it can still be paid. One that succeeded settles the order instead; if
 * the amount was not the order's total, the order needs another one.
 */
async function reusableIntent(order: OrderRow): Promise<Stripe.PaymentIntent | undefined> {
	if (!order.paymentIntentId) return undefined;
	const intent = await retrieveIntent(order.paymentIntentId);
	if (intent.status === "canceled") return undefined;
	if (intent.status !== "succeeded") return intent;
	const settled = await settlePayment(intent, null, order);
	if (settled && isPaid(settled)) throw new ShopError("already_paid");
	return undefined;
}

/** Creates the order's PaymentIntent. The attempt is part of the idempotency key and grows after a cancelled intent or a stored failure. */
async function createIntent(order: OrderRow): Promise<Stripe.PaymentIntent> {
	const attempt = order.paymentIntentId ? order.paymentAttempt + 1 : order.paymentAttempt;
	try {
		const intent = await callStripe((stripe) =>
			stripe.paymentIntents.create(
				{
					amount: order.totalCents,
					currency: toStripeCurrency(order.currency),
					allowed_payment_method_types: ["card"],
					metadata: { orderId: order.id },
					description: `${shopName} order ${order.id}`,
				},
				{ idempotencyKey: `order-${order.id}-v${attempt}` },
			),
		);
		await saveIntent(order, intent.id, attempt);
		return intent;
	} catch (error) {
		if (isStripeServerError(error)) await advanceAttempt(order, attempt);
		throw error;
	}
}

/** Stores the PaymentIntent on the order. Cancels it if the order was closed or paid in the meantime. */
async function saveIntent(order: OrderRow, intentId: string, attempt: number): Promise<void> {
	const saved = await database()
		.update(orders)
		.set({
			paymentIntentId: intentId,
			paymentAttempt: attempt,
			checkAt: new Date(Math.min(Date.now() + baseDelayMs, order.expiresAt.getTime())),
		})
		.where(
			and(
				eq(orders.id, order.id),
				isOpenOrder,
				order.paymentIntentId
					? eq(orders.paymentIntentId, order.paymentIntentId)
					: isNull(orders.paymentIntentId),
			),
		)
		.returning({ id: orders.id });
	if (saved.length === 1) return;
	const current = await findAnyOrder(order.id);
	// Concurrent calls share the idempotency key and so the intent: the other call has stored it.
	if (current?.paymentIntentId === intentId && !current.closedAt) return;
	await cancelIntent(intentId);
	throw new ShopError("order_closed");
}

async function advanceAttempt(order: OrderRow, attempt: number): Promise<void> {
	await database()
		.update(orders)
		.set({ paymentAttempt: attempt + 1 })
		.where(
			and(eq(orders.id, order.id), eq(orders.paymentAttempt, order.paymentAttempt), isOpenOrder),
		);
}

/**
 * Marks the caller's order as paid by the transaction that the browser reports, once Stripe confirms it.
 * Throws ShopError `not_found`, `payment_incomplete`, `payment_mismatch` or `order_closed`, and Stripe's
 * errors (`payments_*`).
 */
export async function payOrder(
	caller: Caller,
	orderId: string,
	transactionId: string,
): Promise<Order> {
	const order = await findOrder(orderId, caller.id);
	if (order.transactionId === transactionId) return toOrder(order);
	const intent = await retrieveIntent(transactionId).catch((error: unknown) => {
		if (isResourceMissing(error)) throw new ShopError("payment_mismatch");
		throw error;
	});
	if (toIntentFacts(intent).orderId !== order.id) throw new ShopError("payment_mismatch");
	if (intent.status !== "succeeded") throw new ShopError("payment_incomplete");
	const settled = await settlePayment(intent, caller.id, order);
	if (!paysFor(toIntentFacts(intent), order)) throw new ShopError("payment_mismatch");
	if (settled?.transactionId !== transactionId) throw new ShopError("order_closed");
	return toOrder(settled);
}
