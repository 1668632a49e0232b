/** Settling: the one way an order becomes paid, and where money goes that no open order awaits. */
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { orders } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { callStripe } from "../../platform/stripe.ts";
import { auditOrder } from "../orders/order-audit.server.ts";
import { findAnyOrder, type OrderRow } from "../orders/orders.server.ts";
import { unsettled } from "../orders/reservations.server.ts";
import { type IntentFacts, paysFor } from "./payments.ts";
import { addDueRefund, issueRefund } from "./refunds.server.ts";

/** Pays a refund that is owed, or sees to it; `isNew` where this very call has put it on record. */
export type PayBack = (intentId: string, isNew: boolean) => Promise<void>;

/** The facts of an intent as Stripe gave it. */
export function toIntentFacts(intent: Stripe.PaymentIntent): IntentFacts {
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
export function retrieveIntent(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
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
	actorId: string | null = null,
	knownOrder?: OrderRow,
	payBack: PayBack = issueRefund,
): Promise<OrderRow | undefined> {
	const facts = toIntentFacts(intent);
	const order = knownOrder ?? (await findOrderOfIntent(facts));
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
		auditOrder("order.paid", order.id, actorId),
		db.select().from(orders).where(eq(orders.id, order.id)),
	]);
	if (settled && settled.transactionId !== intent.id) {
		await payBack(intent.id, await addDueRefund(settled, intent));
	}
	return settled;
}

/** The order an intent names, or else the one that it was begun for. */
async function findOrderOfIntent({ id, orderId }: IntentFacts): Promise<OrderRow | undefined> {
	const named = orderId ? await findAnyOrder(orderId) : undefined;
	if (named) return named;
	const [createdFor] = await database().select().from(orders).where(eq(orders.paymentIntentId, id));
	return createdFor;
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
	const intent = await retrieveIntent(id);
	const { status, amount_received: cents, currency } = intent;
	const isReceived = status === "succeeded" && cents > 0;
	const isNew = isReceived ? await addDueRefund(order, intent) : true;
	if (isNew)
		logError("payment_mismatch", undefined, { intent: id, subject: order.id, cents, currency });
	if (isReceived) await payBack(id, isNew);
}
