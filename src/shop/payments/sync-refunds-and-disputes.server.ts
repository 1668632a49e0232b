/**
 * Syncs refunds made in Stripe's Dashboard, and disputes, of paid orders. On each event the current
 * state is fetched from Stripe, so events may arrive twice, late and in any order.
 */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, refunds } from "../../db/tables.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { callStripe, isResourceMissing } from "../../platform/stripe.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { auditOrder } from "../orders/order-audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import { isDisputeActive, isRefundActive } from "./payments.ts";
import { addRefundToOutbox } from "./refunds.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** Maximum number of refunds read of one payment: Stripe's maximum page size. */
const maxRefunds = 100;

/**
 * Syncs the refunds of a payment. Its order counts as refunded once the full total was refunded, and no
 * longer if a refund fails. Each refund has one audit entry. A failed refund is logged as an error,
 * because the customer waits for money that Stripe could not send.
 */
export async function syncRefunds(intentId: string, event: Stripe.Event): Promise<void> {
	const { order, isOurs } = await findPaidOrder(intentId);
	if (event.type === "refund.failed" && isOurs) {
		logError("refund_failed", undefined, { intent: intentId, subject: event.data.object.id });
	}
	if (!order) return;
	const { data } = await callStripe((stripe) =>
		stripe.refunds.list({ payment_intent: intentId, limit: maxRefunds }),
	);
	const activeRefunds = data.filter(({ status }) => isRefundActive(status));
	const cents = activeRefunds.reduce((sum, { amount }) => sum + amount, 0);
	const refundedAt = cents >= order.totalCents ? (order.refundedAt ?? new Date()) : null;
	const recorded = activeRefunds.map((refund) => recordRefund(order, refund));
	const results = await batch({
		order: database()
			.update(orders)
			.set({ refundedAt })
			.where(and(eq(orders.id, order.id), eq(orders.transactionId, intentId))),
		...Object.assign({}, ...recorded),
	});
	for (const { id } of activeRefunds) sendFromOutbox(results[`outbox ${id}`] ?? []);
}

/**
 * The statements that record a refund, once: its audit entry, which has the refund's id, and its row of
 * the outbox, unless the entry was there before.
 */
function recordRefund({ id, toolName: name, quantity }: OrderRow, refund: Stripe.Refund) {
	const event = {
		id: refund.id,
		action: "order.refunded",
		actorId: null,
		subject: id,
		detail: { name, quantity, cents: refund.amount },
	} as const;
	return chain(
		{ [`audit ${refund.id}`]: insertAuditEvent(event, sql`where true`).onConflictDoNothing() },
		{ [`outbox ${refund.id}`]: (changed) => addRefundToOutbox(refund, id, changed) },
	);
}

/** Syncs whether the payment of a paid order is disputed: from its first dispute until all are won. */
export async function syncDisputes(intentId: string): Promise<void> {
	const { order } = await findPaidOrder(intentId);
	if (!order) return;
	const { data } = await callStripe((stripe) => stripe.disputes.list({ payment_intent: intentId }));
	const isDisputed = data.some(({ status }) => isDisputeActive(status));
	const marked = database()
		.update(orders)
		.set({ disputedAt: isDisputed ? new Date() : null })
		.where(
			and(
				eq(orders.id, order.id),
				isDisputed ? isNull(orders.disputedAt) : isNotNull(orders.disputedAt),
			),
		);
	const action = isDisputed ? "order.disputed" : "order.dispute_closed";
	await batch(
		chain({ marked }, { audit: (changed) => auditOrder(action, order.id, null, changed) }),
	);
}

/**
 * The order that a payment has paid. A payment that is not stored yet is settled first. `order` is
 * undefined if the shop refunded the payment itself, or if it is not the shop's; `isOurs` tells these apart.
 */
async function findPaidOrder(
	intentId: string,
): Promise<{ order: OrderRow | undefined; isOurs: boolean }> {
	const db = database();
	const {
		order: [order],
		dueRefund: [dueRefund],
	} = await batch({
		order: db.select().from(orders).where(eq(orders.transactionId, intentId)),
		dueRefund: db.select().from(refunds).where(eq(refunds.intentId, intentId)),
	});
	if (order || dueRefund) return { order, isOurs: true };
	const intent = await retrieveIntent(intentId).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const settled = intent && (await settlePayment(intent));
	const paidOrder = settled?.transactionId === intentId ? settled : undefined;
	return { order: paidOrder, isOurs: settled !== undefined };
}
