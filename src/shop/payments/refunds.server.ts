/** Refunds of payments that no checkout awaits: stored as due first, then issued by Stripe once. */
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { checkouts, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { baseDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { callStripe, isAlreadyRefunded, isStripeServerError } from "../../platform/stripe.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { CheckoutRow } from "../checkouts/checkouts.server.ts";
import { auditOrder } from "../orders/order-audit.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { listRefunds } from "./list-refunds.server.ts";
import { isRefundActive, type PaymentFields } from "./payments.ts";

/**
 * Stores that a payment is due to be refunded in full. This happens before the call to Stripe, so that a
 * crash can't lose it. Returns whether the refund is new. A closed checkout is marked as refunded. The
 * refund refers to the first order of the checkout.
 */
export async function addDueRefund(
	{ id }: Pick<CheckoutRow, "id">,
	intent: Pick<PaymentFields, "id" | "amount_received">,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const orderId = sql<string>`(select ${orders.id} from ${orders} where ${orders.checkoutId} = ${id} order by ${orders.number} limit 1)`;
	const isClosedUnpaid = (table: typeof checkouts | typeof orders) =>
		and(isNull(table.transactionId), isNotNull(table.closedAt));
	const { added } = await batch({
		...chain(
			{
				added: db
					.insert(refunds)
					.values({
						intentId: intent.id,
						orderId,
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
					auditOrder("order.refund_owed", orderId, null, changed, intent.amount_received),
			},
		),
		checkout: db
			.update(checkouts)
			.set({ closeReason: "refunded" })
			.where(and(eq(checkouts.id, id), isClosedUnpaid(checkouts))),
		orders: db
			.update(orders)
			.set({ closeReason: "refunded" })
			.where(and(eq(orders.checkoutId, id), isClosedUnpaid(orders))),
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
	const { toolName: name, quantity } = orders;
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
							subject: sql`${orders.id}`,
							detail: { name, quantity, cents: refunds.amountCents },
						},
						sql`from ${refunds} join ${orders} on ${eq(orders.id, refunds.orderId)} where ${and(eq(refunds.intentId, intentId), changed)}`,
					),
				outbox: (changed) => addRefundToOutbox(refund, orderIdOfRefund(intentId), changed),
			},
		),
	);
	sendFromOutbox(results.outbox);
}

function orderIdOfRefund(intentId: string): SQL {
	return sql`(select ${refunds.orderId} from ${refunds} where ${refunds.intentId} = ${intentId})`;
}

/** Returns the statement that adds a refund to the outbox, once, whoever reports it. */
export function addRefundToOutbox(
	{ id, amount: cents, currency }: Stripe.Refund,
	orderId: string | SQL,
	condition: SQL,
) {
	const payload = { cents, currency: currency.toUpperCase() };
	return addToOutbox(
		{ id: `refund-${id}`, kind: "order.refunded", subject: orderId, payload },
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
