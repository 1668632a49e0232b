/** Money that goes back: owed on record first, paid by Stripe once. */
import { and, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, refunds } from "../../db/tables.ts";
import { baseDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { callStripe, isAlreadyRefunded, isStripeServerError } from "../../platform/stripe.ts";
import { changedOneRow, insertAuditEvent } from "../audit/audit.server.ts";
import { auditOrder } from "../orders/order-audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { isRefundActive } from "./payments.ts";

/**
 * Puts on record that all of a payment goes back: before Stripe is asked, so that a crash can't
 * forget it. Gives whether that is new. The order, where it is closed, is shown as refunded.
 */
export async function addDueRefund(
	order: OrderRow,
	intent: Stripe.PaymentIntent,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const [added] = await db.batch([
		db
			.insert(refunds)
			.values({
				intentId: intent.id,
				orderId: order.id,
				amountCents: intent.amount_received,
				createdAt: now,
				// Until then it is left to whoever puts it on record; then the job pays it.
				retryAt: new Date(now.getTime() + baseDelayMs),
			})
			.onConflictDoNothing()
			.returning({ intentId: refunds.intentId }),
		auditOrder("order.refund_owed", order.id, null, intent.amount_received),
		db
			.update(orders)
			.set({ closeReason: "refunded" })
			.where(
				and(eq(orders.id, order.id), isNull(orders.transactionId), isNotNull(orders.closedAt)),
			),
	]);
	return added.length > 0;
}

/** Pays one owed refund, or takes down the one that Stripe has made already. One that is paid stays so. */
export async function issueRefund(intentId: string): Promise<void> {
	const db = database();
	const pending = and(eq(refunds.intentId, intentId), isNull(refunds.doneAt));
	const [due] = await db.select({ intentId: refunds.intentId }).from(refunds).where(pending);
	if (!due) return;
	const refund = await createStripeRefund(intentId);
	const { toolName: name, quantity } = orders;
	await db.batch([
		db.update(refunds).set({ refundId: refund.id, doneAt: new Date() }).where(pending),
		insertAuditEvent(
			{
				action: "order.refunded",
				actorId: null,
				subject: sql`${orders.id}`,
				detail: { name, quantity, cents: refunds.amountCents },
			},
			sql`from ${refunds} join ${orders} on ${eq(orders.id, refunds.orderId)} where ${and(eq(refunds.intentId, intentId), changedOneRow)}`,
		),
	]);
}

/**
 * Has Stripe refund what is left of a payment, and gives the refund; where nothing is left, the one
 * that was made before. The key makes it once however many ask at once. Where Stripe stored a failure
 * under that key it is asked without: it never refunds more than a charge's amount.
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
	const existing = await callStripe((stripe) => stripe.refunds.list({ payment_intent: intentId }));
	return existing.data.find(({ status }) => isRefundActive(status));
}

/** Claims some refunds that are due: each is due again at `until`. Gives the ids of their payments. */
export async function claimDueRefunds(
	now: Date,
	leasedUntil: Date,
	limit: number,
): Promise<string[]> {
	const dueRows = (where: SQL) =>
		sql`select * from (select ${refunds.intentId} as due from ${refunds} indexed by refunds_due where ${and(isNull(refunds.doneAt), where)} order by ${refunds.retryAt}, ${refunds.createdAt} limit ${limit})`;
	const [unscheduled, scheduled] = [
		dueRows(isNull(refunds.retryAt)),
		dueRows(lte(refunds.retryAt, now)),
	];
	const claimed = await database()
		.update(refunds)
		.set({ retryAt: leasedUntil })
		.where(
			sql`${refunds.intentId} in (select due from (${unscheduled} union all ${scheduled}) limit ${limit})`,
		)
		.returning({ id: refunds.intentId });
	return claimed.map(({ id }) => id);
}

/** Puts off the next try at a refund that failed. */
export async function postponeRefund(intentId: string): Promise<void> {
	await database()
		.update(refunds)
		.set({ retryAt: nextAttemptAt(refunds.failures), failures: sql`${refunds.failures} + 1` })
		.where(and(eq(refunds.intentId, intentId), isNull(refunds.doneAt)));
}
