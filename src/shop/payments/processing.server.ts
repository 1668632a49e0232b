/**
 * Payments that take days, such as bank debits. While Stripe processes one, nobody can cancel it, so its
 * checkout keeps its stock beyond `expiresAt`. If it fails, the reservation begins anew.
 */
import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type Stripe from "stripe";
import { checkouts, isOpenCheckout, orders } from "../../db/order-tables.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { type CheckoutRow, openOrdersOf } from "../checkouts/checkouts.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";

/** Whether Stripe processes the payment: it can't be cancelled, and will succeed or fail in some days. */
export function isProcessing(intent: Pick<Stripe.PaymentIntent, "status"> | undefined): boolean {
	return intent?.status === "processing";
}

/**
 * Stores whether Stripe processes the payment of a checkout, as its PaymentIntent says. Of one that failed
 * the customer gets a mail. Safe to repeat. Returns whether it is processed.
 */
export async function recordProcessing(
	checkout: CheckoutRow,
	intent: Stripe.PaymentIntent,
): Promise<boolean> {
	if (isProcessing(intent)) {
		if (!checkout.processingAt) await startProcessing(checkout, intent.id);
		return true;
	}
	if (checkout.processingAt && intent.status !== "succeeded")
		await endProcessing(checkout, intent.id);
	return false;
}

/** The condition that a checkout is open and still has this payment. */
function awaitsPayment({ id }: CheckoutRow, intentId: string): SQL | undefined {
	return and(eq(checkouts.id, id), isOpenCheckout, eq(checkouts.paymentIntentId, intentId));
}

async function startProcessing(checkout: CheckoutRow, intentId: string): Promise<void> {
	await database()
		.update(checkouts)
		.set({ processingAt: new Date() })
		.where(and(awaitsPayment(checkout, intentId), isNull(checkouts.processingAt)));
}

/** Lets the customer pay in another way: the reservation begins anew, and a mail says so. */
async function endProcessing(checkout: CheckoutRow, intentId: string): Promise<void> {
	const db = database();
	const expiresAt = new Date(Date.now() + orderHoldMs());
	const { outbox } = await batch(
		chain(
			{
				ended: db
					.update(checkouts)
					.set({ processingAt: null, expiresAt })
					.where(and(awaitsPayment(checkout, intentId), isNotNull(checkouts.processingAt))),
			},
			{
				outbox: (changed) =>
					addToOutbox({ kind: "order.payment_failed", subject: checkout.id }, changed),
				orders: (changed) =>
					db
						.update(orders)
						.set({ expiresAt })
						.where(and(openOrdersOf(checkout.id), changed)),
			},
		),
	);
	sendFromOutbox(outbox);
}
