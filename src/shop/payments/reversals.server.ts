/**
 * Payments of paid orders that go back: refunds made at Stripe's dashboard, and disputes. Whatever
 * event tells of one, Stripe is asked how all of them stand now: so events may come twice, late and
 * in any order.
 */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, refunds } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { logFault } from "../../platform/log.ts";
import { askStripe, isUnknownToStripe } from "../../platform/stripe.ts";
import { record } from "../audit/audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { recordOrder } from "../orders/record.server.ts";
import { disputeIsOpen, refundCounts } from "./payments.ts";
import { retrieve, settlePayment } from "./settling.server.ts";

/** Most refunds looked at of one payment: Stripe's longest page. */
const mostRefunds = 100;

/**
 * Notes what was refunded of the order that a payment has paid: it is refunded once all of the money
 * went back, and no longer where a refund failed. Each refund is one entry in the record. A refund that
 * failed is a fault in the log: the customer waits for money that Stripe could not send.
 */
export async function followRefunds(intentId: string, event: Stripe.Event): Promise<void> {
	const { order, isOurs } = await paidOrderOf(intentId);
	if (event.type === "refund.failed" && isOurs) {
		logFault("refund_failed", undefined, { intent: intentId, subject: event.data.object.id });
	}
	if (!order) return;
	const { data } = await askStripe((stripe) =>
		stripe.refunds.list({ payment_intent: intentId, limit: mostRefunds }),
	);
	const counted = data.filter(({ status }) => refundCounts(status));
	const cents = counted.reduce((sum, { amount }) => sum + amount, 0);
	const refundedAt = cents >= order.totalCents ? (order.refundedAt ?? new Date()) : null;
	const db = database();
	await db.batch([
		db
			.update(orders)
			.set({ refundedAt })
			.where(and(eq(orders.id, order.id), eq(orders.transactionId, intentId))),
		...counted.map((refund) => recordRefund(order, refund)),
	]);
}

/** The entry of one refund, under its own id: it is written once. */
function recordRefund({ id, toolName: name, quantity }: OrderRow, refund: Stripe.Refund) {
	return record(
		{
			id: refund.id,
			action: "order.refunded",
			by: null,
			subject: id,
			detail: { name, quantity, cents: refund.amount },
		},
		sql`where true`,
	).onConflictDoNothing();
}

/** Notes whether the payment of a paid order is disputed: since it was, until all disputes are won. */
export async function followDisputes(intentId: string): Promise<void> {
	const { order } = await paidOrderOf(intentId);
	if (!order) return;
	const { data } = await askStripe((stripe) => stripe.disputes.list({ payment_intent: intentId }));
	const open = data.some(({ status }) => disputeIsOpen(status));
	const db = database();
	await db.batch([
		db
			.update(orders)
			.set({ disputedAt: open ? new Date() : null })
			.where(
				and(
					eq(orders.id, order.id),
					open ? isNull(orders.disputedAt) : isNotNull(orders.disputedAt),
				),
			),
		recordOrder(open ? "order.disputed" : "order.dispute_closed", order.id, null),
	]);
}

/**
 * The order that a payment has paid. That it was paid may be news as well: then it is settled first.
 * None where it paid none: its money went back by our own doing, or it is not ours.
 */
async function paidOrderOf(
	intentId: string,
): Promise<{ order: OrderRow | undefined; isOurs: boolean }> {
	const db = database();
	const [[order], [owed]] = await db.batch([
		db.select().from(orders).where(eq(orders.transactionId, intentId)),
		db.select().from(refunds).where(eq(refunds.intentId, intentId)),
	]);
	if (order || owed) return { order, isOurs: true };
	const intent = await retrieve(intentId).catch((error: unknown) => {
		if (isUnknownToStripe(error)) return undefined;
		throw error;
	});
	const settled = intent && (await settlePayment(intent));
	const paid = settled?.transactionId === intentId ? settled : undefined;
	return { order: paid, isOurs: settled !== undefined };
}
