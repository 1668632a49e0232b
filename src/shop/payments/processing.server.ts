/**
 * Payments that take days, such as bank debits. While Stripe processes one, nobody can cancel it, so its
 * order keeps its stock beyond `expiresAt`. If it fails, the reservation begins anew.
 */
import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type Stripe from "stripe";
import { isOpenOrder, orders } from "../../db/order-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { orderHoldMs, unprovedHoldMs } from "../../platform/settings/settings.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";

/** Whether Stripe processes the payment: it can't be cancelled, and will succeed or fail in some days. */
export function isProcessing(intent: Pick<Stripe.PaymentIntent, "status"> | undefined): boolean {
	return intent?.status === "processing";
}

/**
 * Stores whether Stripe processes the payment of an order, as its PaymentIntent says. Of one that failed
 * the customer gets an e-mail. Safe to repeat. Returns whether it is processed.
 */
export async function recordProcessing(
	order: OrderRow,
	intent: Stripe.PaymentIntent,
): Promise<boolean> {
	if (isProcessing(intent)) {
		if (!order.processingAt) await startProcessing(order, intent.id);
		return true;
	}
	if (order.processingAt && intent.status !== "succeeded") await endProcessing(order, intent.id);
	return false;
}

/** The condition that an order is open and still has this payment. */
function awaitsPayment({ id }: OrderRow, intentId: string): SQL | undefined {
	return and(eq(orders.id, id), isOpenOrder, eq(orders.paymentIntentId, intentId));
}

async function startProcessing(order: OrderRow, intentId: string): Promise<void> {
	await database()
		.update(orders)
		.set({ processingAt: new Date() })
		.where(and(awaitsPayment(order, intentId), isNull(orders.processingAt)));
}

const holdMsOf = ({ isUnproved }: OrderRow) => (isUnproved ? unprovedHoldMs() : orderHoldMs());

/**
 * Extends the reservation of an unproved buyer once, by as long as it was, while Stripe waits for what their bank asks
 * (`requires_action`). A payment that was merely begun extends nothing. Returns whether it was extended.
 */
export async function extendReservation(
	order: OrderRow,
	intent: Pick<Stripe.PaymentIntent, "id" | "status">,
): Promise<boolean> {
	if (!order.isUnproved || order.holdExtendedAt || intent.status !== "requires_action")
		return false;
	const extended = await database()
		.update(orders)
		.set({ holdExtendedAt: new Date(), expiresAt: new Date(Date.now() + unprovedHoldMs()) })
		.where(and(awaitsPayment(order, intent.id), isNull(orders.holdExtendedAt)))
		.returning({ id: orders.id });
	return extended.length > 0;
}

/** Lets the customer pay in another way: the reservation begins anew, and an e-mail says so. */
async function endProcessing(order: OrderRow, intentId: string): Promise<void> {
	const db = database();
	const expiresAt = new Date(Math.max(order.expiresAt.getTime(), Date.now() + holdMsOf(order)));
	const ended = await commit({
		guard: [hasRow(orders, and(awaitsPayment(order, intentId), isNotNull(orders.processingAt)))],
		write: {
			ended: db
				.update(orders)
				.set({ processingAt: null, expiresAt })
				.where(eq(orders.id, order.id)),
			outbox: addToOutbox({ kind: "order.payment_failed", subject: order.id }),
		},
		// It was paid, closed or ended meanwhile.
		refused: () => ({ outbox: [] }),
	});
	sendFromOutbox(ended.outbox);
}
