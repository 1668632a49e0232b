/** Money that goes back: owed on record first, paid by Stripe once. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orders, refunds } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { askStripe, isStoredFailure } from "../../platform/stripe.ts";
import { justDone, record } from "../audit/audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { recordOrder } from "../orders/record.server.ts";

/** Owes the customer a refund, on record first, and pays it if Stripe answers; if not, it is tried again. */
export async function giveBack(order: OrderRow, intent: Stripe.PaymentIntent): Promise<void> {
	const db = database();
	await db.batch([
		db
			.insert(refunds)
			.values({
				intentId: intent.id,
				orderId: order.id,
				amountCents: intent.amount_received,
				createdAt: new Date(),
			})
			.onConflictDoNothing(),
		recordOrder("order.refund_owed", order.id, null, intent.amount_received),
		// Shown to the customer: the order closed, and what was paid for it afterwards went back.
		db
			.update(orders)
			.set({ closedWhy: "refunded" })
			.where(and(eq(orders.id, order.id), isNull(orders.transactionId))),
	]);
	await payRefund(intent.id);
}

/** Pays one owed refund, or takes down the one that Stripe has made already. */
export async function payRefund(intentId: string): Promise<void> {
	const refund = (await madeRefund(intentId)) ?? (await makeRefund(intentId));
	const db = database();
	const { toolName: name, quantity } = orders;
	await db.batch([
		db
			.update(refunds)
			.set({ refundId: refund.id, doneAt: new Date() })
			.where(and(eq(refunds.intentId, intentId), isNull(refunds.doneAt))),
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

async function madeRefund(intentId: string): Promise<Stripe.Refund | undefined> {
	const made = await askStripe((stripe) => stripe.refunds.list({ payment_intent: intentId }));
	return made.data.find(({ status }) => status !== "failed" && status !== "canceled");
}

/**
 * Has Stripe refund a payment. The key makes it once however many ask at once. Where Stripe stored
 * a failure under that key it is asked without: it never refunds more than a charge's amount.
 */
async function makeRefund(intentId: string): Promise<Stripe.Refund> {
	const make = (options: Stripe.RequestOptions) =>
		askStripe((stripe) => stripe.refunds.create({ payment_intent: intentId }, options));
	try {
		return await make({ idempotencyKey: `refund-${intentId}` });
	} catch (error) {
		if (isStoredFailure(error)) return make({});
		throw error;
	}
}
