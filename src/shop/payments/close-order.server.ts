/** Closes unpaid orders. The payment is cancelled at Stripe first, so that a closed order can't be paid. */
import type Stripe from "stripe";
import { callStripe, intentFromError, isResourceMissing } from "../../platform/stripe.ts";
import { ShopError } from "../errors.ts";
import { type CloseReason, isOpen, isPaid } from "../orders/order-states.ts";
import { findAnyOrder, findOrder, type OrderRow } from "../orders/orders.server.ts";
import { releaseReservation } from "../orders/reservations.server.ts";
import type { Caller } from "../users/users.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * Deletes an unpaid order: the caller's own, or any for an administrator. Cancels the payment first; if
 * that has succeeded already, the order becomes paid instead. Throws ShopError `not_found` or
 * `already_paid`, and Stripe's errors (`payments_*`), which change nothing.
 */
export async function deleteOrder(
	caller: Caller,
	orderId: string,
): Promise<{ deletedCount: number }> {
	const order = await findOrder(orderId, caller.role === "admin" ? undefined : caller.id);
	if (isPaid(order)) throw new ShopError("already_paid");
	const closed = await closeOrder(order, "deleted", caller.id);
	return { deletedCount: closed ? 1 : 0 };
}

/**
 * Closes an unpaid order. `actorId` is the id of the user who deletes it, or null for an expired order.
 * Returns false if it was closed already. Throws ShopError `already_paid`.
 */
export async function closeOrder(
	order: OrderRow,
	closeReason: Exclude<CloseReason, "refunded">,
	actorId: string | null = null,
): Promise<boolean> {
	if (order.paymentIntentId) {
		const intent = await cancelIntent(order.paymentIntentId);
		const settled =
			intent?.status === "succeeded" ? await settlePayment(intent, null, order) : undefined;
		// If it is not paid, the amount paid was not the order's total and was refunded.
		if (settled && isPaid(settled)) throw new ShopError("already_paid");
	}
	if (await releaseReservation(order.id, closeReason, order.paymentIntentId, actorId)) return true;
	const current = await findAnyOrder(order.id);
	if (current && isPaid(current)) throw new ShopError("already_paid");
	// The customer started another payment after the order was read: cancel that one too.
	if (current && isOpen(current) && current.paymentIntentId !== order.paymentIntentId)
		return closeOrder(current, closeReason, actorId);
	return false;
}

/** Cancels a PaymentIntent. Returns it canceled, or succeeded if it was too late; undefined if Stripe has none. */
export async function cancelIntent(intentId: string): Promise<Stripe.PaymentIntent | undefined> {
	try {
		return await callStripe((stripe) => stripe.paymentIntents.cancel(intentId));
	} catch (error) {
		if (isResourceMissing(error)) return undefined;
		const intent = intentFromError(error);
		if (intent?.status === "canceled" || intent?.status === "succeeded") return intent;
		throw error;
	}
}
