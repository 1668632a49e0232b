/** Refunds of payments that no order awaits: stored as due first, then issued by Stripe once. */
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { baseDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { callStripe, isAlreadyRefunded, isStripeServerError } from "../../platform/stripe.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { auditLine } from "../orders/line-audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { listRefunds } from "./list-refunds.server.ts";
import { isRefundActive, type PaymentFields } from "./payments.ts";

/**
 * Stores that a payment is due to be refunded in full. This happens before the call to Stripe, so that a
 * crash can't lose it. Returns whether the refund is new. A closed order is marked as refunded. The
 * refund refers to the first line of the order.
 */
export async function addDueRefund(
	{ id }: Pick<OrderRow, "id">,
	intent: Pick<PaymentFields, "id" | "amount_received">,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const lineId = sql<string>`(select ${orderLines.id} from ${orderLines} where ${orderLines.orderId} = ${id} order by ${orderLines.number} limit 1)`;
	const isClosedUnpaid = (table: typeof orders | typeof orderLines) =>
		and(isNull(table.transactionId), isNotNull(table.closedAt));
	const { added } = await batch({
		...chain(
			{
				added: db
					.insert(refunds)
					.values({
						intentId: intent.id,
						lineId,
						amountCents: intent.amount_received,
						createdAt: now,
						// Until then the caller issues the refund; afterwards the job does.
						retryAt: new Date(now.getTime() + baseDelayMs),
					})
					.onConflictDoNothing()
					.returning({ intentId: refunds.intentId }),
			},
			{
				audit: (changed) =>
					auditLine("order.refund_owed", lineId, null, changed, intent.amount_received),
			},
		),
		order: db
			.update(orders)
			.set({ closeReason: "refunded" })
			.where(and(eq(orders.id, id), isClosedUnpaid(orders))),
		lines: db
			.update(orderLines)
			.set({ closeReason: "refunded" })
			.where(and(eq(orderLines.orderId, id), isClosedUnpaid(orderLines))),
	});
	return added.length > 0;
}

/** Issues a refund that is due, or stores the one that Stripe has made already. Does nothing if it is done. */
export async function issueRefund(intentId: string): Promise<void> {
	const db = database();
	const pending = and(eq(refunds.intentId, intentId), isNull(refunds.doneAt));
	const [due] = await db.select({ intentId: refunds.intentId }).from(refunds).where(pending);
	if (!due) return;
	const refund = await createStripeRefund(intentId);
	const { toolName: name, quantity } = orderLines;
	const results = await batch(
		chain(
			{
				done: db.update(refunds).set({ refundId: refund.id, doneAt: new Date() }).where(pending),
			},
			{
				audit: (changed) =>
					insertAuditEvent(
						{
							action: "order.refunded",
							actorId: null,
							subject: sql`${orderLines.id}`,
							detail: { name, quantity, cents: refunds.amountCents },
						},
						sql`from ${refunds} join ${orderLines} on ${eq(orderLines.id, refunds.lineId)} where ${and(eq(refunds.intentId, intentId), changed)}`,
					),
				outbox: (changed) => addRefundToOutbox(refund, lineIdOfRefund(intentId), changed),
			},
		),
	);
	sendFromOutbox(results.outbox);
}

function lineIdOfRefund(intentId: string): SQL {
	return sql`(select ${refunds.lineId} from ${refunds} where ${refunds.intentId} = ${intentId})`;
}

/** Returns the statement that adds a refund to the outbox, once, whoever reports it. */
export function addRefundToOutbox(
	{ id, amount: cents, currency }: Stripe.Refund,
	lineId: string | SQL,
	condition: SQL,
) {
	const payload = { cents, currency: currency.toUpperCase() };
	return addToOutbox(
		{ id: `refund-${id}`, kind: "order.refunded", subject: lineId, payload },
		condition,
	);
}

/**
 * Refunds the rest of a payment at Stripe and returns the refund; if nothing is left, the refund made
 * before. The idempotency key prevents duplicates from concurrent calls. If Stripe has stored a failure
 * under that key, the request is repeated without it: Stripe never refunds more than a charge's amount.
 */
async function createStripeRefund(intentId: string): Promise<Stripe.Refund> {
	const create = (options: Stripe.RequestOptions) =>
		callStripe((stripe) => stripe.refunds.create({ payment_intent: intentId }, options));
	try {
		return await create({ idempotencyKey: `refund-${intentId}` }).catch((error: unknown) => {
			if (isStripeServerError(error)) return create({});
			throw error;
		});
	} catch (error) {
		const existing = isAlreadyRefunded(error) ? await findExistingRefund(intentId) : undefined;
		if (existing) return existing;
		throw error;
	}
}

async function findExistingRefund(intentId: string): Promise<Stripe.Refund | undefined> {
	const made = await listRefunds(intentId);
	return made.find(({ status }) => isRefundActive(status));
}

/** Refunds that are due, for the scheduled job. A new one is due immediately. */
export const dueRefunds: DueRows = {
	table: refunds,
	id: refunds.intentId,
	dueAt: refunds.retryAt,
	unscheduled: {
		dueAt: refunds.createdAt,
		isOpen: isNull(refunds.doneAt),
		index: "refunds_due",
	},
};

/** Delays the next attempt of a refund that failed, with exponential backoff. */
export async function postponeRefund(intentId: string): Promise<void> {
	await database()
		.update(refunds)
		.set({ retryAt: nextAttemptAt(refunds.failures), failures: sql`${refunds.failures} + 1` })
		.where(and(eq(refunds.intentId, intentId), isNull(refunds.doneAt)));
}
