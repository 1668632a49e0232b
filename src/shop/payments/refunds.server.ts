/** Money that goes back: owed on record first, paid by Stripe once. */
import { and, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, refunds } from "../../db/tables.ts";
import { firstWaitMs, nextTry } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { askStripe, isRefundedAlready, isStoredFailure } from "../../platform/stripe.ts";
import { justDone, record } from "../audit/audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { recordOrder } from "../orders/record.server.ts";
import { refundCounts } from "./payments.ts";

/**
 * Puts on record that all of a payment goes back: before Stripe is asked, so that a crash can't
 * forget it. Gives whether that is new. The order, where it is closed, is shown as refunded.
 */
export async function owe(order: OrderRow, intent: Stripe.PaymentIntent): Promise<boolean> {
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
				retryAt: new Date(now.getTime() + firstWaitMs),
			})
			.onConflictDoNothing()
			.returning({ intentId: refunds.intentId }),
		recordOrder("order.refund_owed", order.id, null, intent.amount_received),
		db
			.update(orders)
			.set({ closedWhy: "refunded" })
			.where(
				and(eq(orders.id, order.id), isNull(orders.transactionId), isNotNull(orders.closedAt)),
			),
	]);
	return added.length > 0;
}

/** Pays one owed refund, or takes down the one that Stripe has made already. One that is paid stays so. */
export async function payRefund(intentId: string): Promise<void> {
	const db = database();
	const open = and(eq(refunds.intentId, intentId), isNull(refunds.doneAt));
	const [owed] = await db.select({ intentId: refunds.intentId }).from(refunds).where(open);
	if (!owed) return;
	const refund = await makeRefund(intentId);
	const { toolName: name, quantity } = orders;
	await db.batch([
		db.update(refunds).set({ refundId: refund.id, doneAt: new Date() }).where(open),
		record(
			{
				action: "order.refunded",
				by: null,
				subject: sql`${orders.id}`,
				detail: { name, quantity, cents: refunds.amountCents },
			},
			sql`from ${refunds} join ${orders} on ${eq(orders.id, refunds.orderId)} where ${and(eq(refunds.intentId, intentId), justDone)}`,
		),
	]);
}

/**
 * Has Stripe refund what is left of a payment, and gives the refund; where nothing is left, the one
 * that was made before. The key makes it once however many ask at once. Where Stripe stored a failure
 * under that key it is asked without: it never refunds more than a charge's amount.
 */
async function makeRefund(intentId: string): Promise<Stripe.Refund> {
	const make = (options: Stripe.RequestOptions) =>
		askStripe((stripe) => stripe.refunds.create({ payment_intent: intentId }, options));
	try {
		return await make({ idempotencyKey: `refund-${intentId}` }).catch((error: unknown) => {
			if (isStoredFailure(error)) return make({});
			throw error;
		});
	} catch (error) {
		const made = isRefundedAlready(error) ? await madeRefund(intentId) : undefined;
		if (made) return made;
		throw error;
	}
}

async function madeRefund(intentId: string): Promise<Stripe.Refund | undefined> {
	const made = await askStripe((stripe) => stripe.refunds.list({ payment_intent: intentId }));
	return made.data.find(({ status }) => refundCounts(status));
}

/** Claims some refunds that are due: each is due again at `until`. Gives the ids of their payments. */
export async function claimDueRefunds(now: Date, until: Date, limit: number): Promise<string[]> {
	const due = (where: SQL) =>
		sql`select * from (select ${refunds.intentId} as due from ${refunds} indexed by refunds_due where ${and(isNull(refunds.doneAt), where)} order by ${refunds.retryAt}, ${refunds.createdAt} limit ${limit})`;
	const [unset, set] = [due(isNull(refunds.retryAt)), due(lte(refunds.retryAt, now))];
	const claimed = await database()
		.update(refunds)
		.set({ retryAt: until })
		.where(sql`${refunds.intentId} in (select due from (${unset} union all ${set}) limit ${limit})`)
		.returning({ id: refunds.intentId });
	return claimed.map(({ id }) => id);
}

/** Puts off the next try at a refund that failed. */
export async function postponeRefund(intentId: string): Promise<void> {
	await database()
		.update(refunds)
		.set({ retryAt: nextTry(refunds.failures), failures: sql`${refunds.failures} + 1` })
		.where(and(eq(refunds.intentId, intentId), isNull(refunds.doneAt)));
}
