/** Settling: the one way an order becomes paid, and where money goes that no open order awaits. */
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { orders } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { logFault } from "../../platform/log.ts";
import { askStripe } from "../../platform/stripe.ts";
import { unsettled } from "../orders/holds.server.ts";
import { findAnyOrder, type OrderRow } from "../orders/orders.server.ts";
import { recordOrder } from "../orders/record.server.ts";
import { type IntentFacts, paysFor } from "./payments.ts";
import { owe, payRefund } from "./refunds.server.ts";

/** Pays a refund that is owed, or sees to it; `isNew` where this very call has put it on record. */
export type PayBack = (intentId: string, isNew: boolean) => Promise<void>;

/** The facts of an intent as Stripe gave it. */
export function factsOf(intent: Stripe.PaymentIntent): IntentFacts {
	return {
		id: intent.id,
		status: intent.status,
		amountReceivedCents: intent.amount_received,
		currency: intent.currency,
		// Events made by hand may lack what the types promise.
		orderId: (intent.metadata as Stripe.Metadata | null | undefined)?.orderId,
	};
}

/** An intent as Stripe has it now. Refuses with the payment provider's failures. */
export function retrieve(intentId: string): Promise<Stripe.PaymentIntent> {
	return askStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * The one way an order becomes paid. Takes an intent as Stripe gave it; may be called any number of
 * times, in any order. Money that no open order awaits goes back to the customer, once, and so does
 * what is not the order's total in the shop's currency: that leaves a fault in the log as well. `by` is
 * the id of who reported it, if a person did; `known` is the order, where it was read already: what is
 * compared of it never changes. `payBack` does so where it is not to be done at once. Gives the order as
 * it then is; undefined where it is not ours.
 */
export async function settlePayment(
	intent: Stripe.PaymentIntent,
	by: string | null = null,
	known?: OrderRow,
	payBack: PayBack = payRefund,
): Promise<OrderRow | undefined> {
	const facts = factsOf(intent);
	const order = known ?? (await orderOf(facts));
	if (intent.status !== "succeeded") return order;
	if (!order) return undefined;
	if (!paysFor(facts, order)) {
		await refundMismatch(order, facts, payBack);
		return order;
	}
	const db = database();
	const [, , [settled]] = await db.batch([
		db
			.update(orders)
			.set({ transactionId: intent.id, paymentIntentId: intent.id, paidAt: new Date() })
			.where(and(eq(orders.id, order.id), unsettled)),
		recordOrder("order.paid", order.id, by),
		db.select().from(orders).where(eq(orders.id, order.id)),
	]);
	if (settled && settled.transactionId !== intent.id) {
		await payBack(intent.id, await owe(settled, intent));
	}
	return settled;
}

/** The order an intent names, or else the one that it was begun for. */
async function orderOf({ id, orderId }: IntentFacts): Promise<OrderRow | undefined> {
	const named = orderId ? await findAnyOrder(orderId) : undefined;
	if (named) return named;
	const [begunFor] = await database().select().from(orders).where(eq(orders.paymentIntentId, id));
	return begunFor;
}

/**
 * Refunds money that came in, but does not pay the order it is for: as much as Stripe says when it is
 * asked, whatever the event said. Logged as a fault, once where there is something to refund.
 */
async function refundMismatch(
	order: OrderRow,
	{ id }: Pick<IntentFacts, "id">,
	payBack: PayBack,
): Promise<void> {
	const intent = await retrieve(id);
	const { status, amount_received: cents, currency } = intent;
	const cameIn = status === "succeeded" && cents > 0;
	const isNew = cameIn ? await owe(order, intent) : true;
	if (isNew)
		logFault("payment_mismatch", undefined, { intent: id, subject: order.id, cents, currency });
	if (cameIn) await payBack(id, isNew);
}
