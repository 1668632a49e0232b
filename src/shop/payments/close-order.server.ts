/** Ending unpaid orders: Stripe is asked first, so that what is closed can no longer be paid. */
import type Stripe from "stripe";
import { callStripe, intentFromError, isResourceMissing } from "../../platform/stripe.ts";
import { ShopError } from "../errors.ts";
import { findAnyOrder, findOrder, type OrderRow } from "../orders/orders.server.ts";
import type { CloseReason } from "../orders/orders.ts";
import { releaseReservation } from "../orders/reservations.server.ts";
import type { Caller } from "../users/users.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * Deletes an unpaid order: the customer's own, or any for an administrator. The payment is
 * cancelled first; if it had gone through, the order is paid instead. Refuses with not_found,
 * already_paid and the payment provider's failures, which leave everything as it was.
 */
export async function deleteOrder(
	caller: Caller,
	orderId: string,
): Promise<{ deletedCount: number }> {
	const order = await findOrder(orderId, caller.role === "admin" ? undefined : caller.id);
	if (order.transactionId) throw new ShopError("already_paid");
	const closed = await closeOrder(order, "deleted", caller.id);
	return { deletedCount: closed ? 1 : 0 };
}

/**
 * Ends an unpaid order for good: deleted by whom `by` names, or expired by itself. Gives false where
 * it was closed already. Refuses with already_paid.
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
		// Without a transaction it was not the order's total that was paid, and that went back.
		if (settled?.transactionId) throw new ShopError("already_paid");
	}
	if (await releaseReservation(order.id, closeReason, order.paymentIntentId, actorId)) return true;
	const current = await findAnyOrder(order.id);
	if (current?.transactionId) throw new ShopError("already_paid");
	// A payment was begun between our look and our close: that one has to be stopped as well.
	if (current && !current.closedAt && current.paymentIntentId !== order.paymentIntentId)
		return closeOrder(current, closeReason, actorId);
	return false;
}

/** Cancels an intent; gives it as it is then: cancelled, or succeeded where we came too late. */
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
