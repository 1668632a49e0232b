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
import { auditOrdersOf } from "../orders/order-audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import { allocateRefunds, isDisputeActive, isRefundActive } from "./payments.ts";
import { addRefundToOutbox } from "./refunds.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** Maximum number of refunds read of one payment: Stripe's maximum page size. */
const maxRefunds = 100;

/**
 * Syncs the refunds of a payment with its orders. An order counts as refunded once its full total was
 * refunded, and no longer if a refund fails. Each refund has one audit entry. A failed refund is logged
 * as an error, because the customer waits for money that Stripe could not send.
 */
export async function syncRefunds(intentId: string, event: Stripe.Event): Promise<void> {
	const { paidOrders, isOurs } = await findPaidOrders(intentId);
	if (event.type === "refund.failed" && isOurs) {
		logError("refund_failed", undefined, { intent: intentId, subject: event.data.object.id });
	}
	const [firstOrder] = paidOrders;
	if (!firstOrder) return;
	const { data } = await callStripe((stripe) =>
		stripe.refunds.list({ payment_intent: intentId, limit: maxRefunds }),
	);
	const activeRefunds = data.filter(({ status }) => isRefundActive(status));
	const { refundedCents, orderOf } = allocateRefunds(activeRefunds, paidOrders);
	const ordersById = new Map(paidOrders.map((order) => [order.id, order]));
	const recorded = activeRefunds.map((refund) =>
		recordRefund(ordersById.get(orderOf.get(refund.id) ?? "") ?? firstOrder, refund),
	);
	const results = await batch({
		...Object.fromEntries(
			paidOrders.map((order) => [
				`order ${order.id}`,
				updateRefunded(order, intentId, refundedCents.get(order.id) ?? 0),
			]),
		),
		...Object.assign({}, ...recorded),
	});
	for (const { id } of activeRefunds) sendFromOutbox(results[`outbox ${id}`] ?? []);
}

/** The statement that stores how much of an order was refunded. */
function updateRefunded(order: OrderRow, intentId: string, cents: number) {
	const refundedAt = cents >= order.totalCents ? (order.refundedAt ?? new Date()) : null;
	return database()
		.update(orders)
		.set({ refundedCents: cents, refundedAt })
		.where(and(eq(orders.id, order.id), eq(orders.transactionId, intentId)));
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

/** Syncs whether the payment of paid orders is disputed: from its first dispute until all are won. */
export async function syncDisputes(intentId: string): Promise<void> {
	const { paidOrders } = await findPaidOrders(intentId);
	if (paidOrders.length === 0) return;
	const { data } = await callStripe((stripe) => stripe.disputes.list({ payment_intent: intentId }));
	const isDisputed = data.some(({ status }) => isDisputeActive(status));
	const toMark = and(
		eq(orders.transactionId, intentId),
		isDisputed ? isNull(orders.disputedAt) : isNotNull(orders.disputedAt),
	);
	await batch({
		audit: auditOrdersOf(isDisputed ? "order.disputed" : "order.dispute_closed", null, toMark),
		marked: database()
			.update(orders)
			.set({ disputedAt: isDisputed ? new Date() : null })
			.where(toMark),
	});
}

/**
 * The orders that a payment has paid, the first one first. A payment that is not stored yet is settled
 * first. There are none if the shop refunded the payment itself, or if it is not the shop's; `isOurs`
 * tells these apart.
 */
async function findPaidOrders(
	intentId: string,
): Promise<{ paidOrders: OrderRow[]; isOurs: boolean }> {
	const db = database();
	const ofIntent = db
		.select()
		.from(orders)
		.where(eq(orders.transactionId, intentId))
		.orderBy(orders.number);
	const {
		paidOrders,
		dueRefund: [dueRefund],
	} = await batch({
		paidOrders: ofIntent,
		dueRefund: db.select().from(refunds).where(eq(refunds.intentId, intentId)),
	});
	if (paidOrders.length > 0 || dueRefund) return { paidOrders, isOurs: true };
	const intent = await retrieveIntent(intentId).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const settled = intent && (await settlePayment(intent));
	const isPaid = settled?.transactionId === intentId;
	return { paidOrders: isPaid ? await ofIntent : [], isOurs: settled !== undefined };
}
