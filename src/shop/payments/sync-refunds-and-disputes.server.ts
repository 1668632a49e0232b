/**
 * Syncs refunds made in Stripe's Dashboard, and disputes, of paid orders. On each event the current
 * state is fetched from Stripe, so events may arrive twice, late and in any order.
 */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import { callStripe, isResourceMissing } from "../../platform/services/stripe.ts";
import { addGift } from "../orders/gift.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import { importRefunds } from "../refunds/import-refunds.server.ts";
import { isDisputeActive } from "./payments.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/**
 * Syncs the refunds of a payment with its order. Those made in Stripe's Dashboard are imported, the shop's
 * own are matched by their metadata. `failedId` is a refund that has failed: it is logged as an error, because the
 * customer waits for money that Stripe could not send.
 */
export async function syncRefunds(intentId: string, failedId?: string): Promise<void> {
	const { orderId, isOurs } = await findPaidOrder(intentId);
	if (failedId && isOurs) {
		logError("refund_failed", undefined, { intent: intentId, subject: failedId });
	}
	if (orderId) await importRefunds(intentId);
}

/** Syncs whether the payment of paid orders is disputed: from its first dispute until all are won. */
export async function syncDisputes(intentId: string): Promise<void> {
	const { orderId } = await findPaidOrder(intentId);
	if (!orderId) return;
	const { data } = await callStripe((stripe) => stripe.disputes.list({ payment_intent: intentId }));
	const isDisputed = data.some(({ status }) => isDisputeActive(status));
	const toMark = and(
		eq(orderLines.orderId, orderId),
		eq(orderLines.transactionId, intentId),
		isDisputed ? isNull(orderLines.disputedAt) : isNotNull(orderLines.disputedAt),
	);
	const { gift = [] } = await batch({
		audit: auditLinesOf(isDisputed ? "order.disputed" : "order.dispute_closed", null, toMark),
		marked: database()
			.update(orderLines)
			.set({ disputedAt: isDisputed ? new Date() : null })
			.where(toMark),
		// A dispute that is won lets gift cards go whose day has come meanwhile.
		...(!isDisputed && { gift: addGift(orderId) }),
	});
	sendFromOutbox(gift);
}

/**
 * The order that a payment has paid. A payment that is not stored yet is settled first. There is none if the shop
 * refunded the payment itself, or if it is not the shop's; `isOurs` tells these apart.
 */
async function findPaidOrder(
	intentId: string,
): Promise<{ orderId: string | undefined; isOurs: boolean }> {
	const db = database();
	const {
		paid: [paid],
		dueRefund: [dueRefund],
	} = await batch({
		paid: db.select({ id: orders.id }).from(orders).where(eq(orders.transactionId, intentId)),
		dueRefund: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, intentId)),
	});
	if (paid || dueRefund) return { orderId: paid?.id, isOurs: true };
	const intent = await retrieveIntent(intentId).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const settled = intent && (await settlePayment(intent));
	const isPaid = settled?.transactionId === intentId;
	return { orderId: isPaid ? settled.id : undefined, isOurs: settled !== undefined };
}
