/** Settles payments: marks an order as paid, or refunds a payment that no open order awaits. */
import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { isOpenOrder, orders } from "../../db/tables.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { callStripe } from "../../platform/stripe.ts";
import { auditOrder } from "../orders/order-audit.server.ts";
import { findAnyOrder, type OrderRow } from "../orders/orders.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { type IntentFacts, paysFor } from "./payments.ts";
import { addDueRefund, issueRefund } from "./refunds.server.ts";

/** Issues a refund that is due, or queues it. `isNew` if this call has stored it. */
export type RefundFunction = (intentId: string, isNew: boolean) => Promise<void>;

/** The facts of a PaymentIntent from Stripe. */
export function toIntentFacts(intent: Stripe.PaymentIntent): IntentFacts {
	return {
		id: intent.id,
		status: intent.status,
		amountReceivedCents: intent.amount_received,
		currency: intent.currency,
		// Events that were written by hand may lack metadata, unlike the type.
		orderId: (intent.metadata as Stripe.Metadata | null | undefined)?.orderId,
	};
}

/** Retrieves a PaymentIntent from Stripe. Throws Stripe's errors (`payments_*`). */
export function retrieveIntent(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * Settles a PaymentIntent from Stripe: the only function that marks an order as paid. Safe to repeat, in
 * any order. A payment that no open order awaits is refunded once, and so is an amount that is not the
 * order's total in its currency, which is also logged as an error.
 *
 * `actorId` is the id of the user who reported the payment, if any. `knownOrder` is the order if it was
 * read already; it may be stale, because the columns compared here never change. `refund` is called for
 * refunds. Returns the current order; undefined if the payment is not for an order of this shop.
 */
export async function settlePayment(
	intent: Stripe.PaymentIntent,
	actorId: string | null = null,
	knownOrder?: OrderRow,
	refund: RefundFunction = issueRefund,
): Promise<OrderRow | undefined> {
	const facts = toIntentFacts(intent);
	const order = knownOrder ?? (await findOrderOfIntent(facts));
	if (intent.status !== "succeeded") return order;
	if (!order) return undefined;
	if (!paysFor(facts, order)) {
		await refundMismatch(order, facts, refund);
		return order;
	}
	const db = database();
	const {
		outbox,
		settled: [settled],
	} = await batch({
		...chain(
			{
				paid: db
					.update(orders)
					.set({ transactionId: intent.id, paymentIntentId: intent.id, paidAt: new Date() })
					.where(and(eq(orders.id, order.id), isOpenOrder)),
			},
			{
				audit: (changed) => auditOrder("order.paid", order.id, actorId, changed),
				outbox: (changed) =>
					addToOutbox({ kind: "order.paid", subject: order.id, digest: "also" }, changed),
			},
		),
		settled: db.select().from(orders).where(eq(orders.id, order.id)),
	});
	sendFromOutbox(outbox);
	if (settled && settled.transactionId !== intent.id) await refundPayment(settled, intent, refund);
	return settled;
}

/** The order named in the intent's metadata, or else the one that stores its id. */
async function findOrderOfIntent({ id, orderId }: IntentFacts): Promise<OrderRow | undefined> {
	const named = orderId ? await findAnyOrder(orderId) : undefined;
	if (named) return named;
	const [createdFor] = await database().select().from(orders).where(eq(orders.paymentIntentId, id));
	return createdFor;
}

/**
 * Refunds a payment that does not pay its order in full. Retrieves the intent for the amount, because
 * the event may be wrong about it. Logs an error, once if there is something to refund.
 */
async function refundMismatch(
	order: OrderRow,
	{ id }: Pick<IntentFacts, "id">,
	refund: RefundFunction,
): Promise<void> {
	const intent = await retrieveIntent(id);
	const { status, amount_received: cents, currency } = intent;
	const logMismatch = () =>
		logError("payment_mismatch", undefined, { intent: id, subject: order.id, cents, currency });
	if (status !== "succeeded" || cents <= 0) return logMismatch();
	await refundPayment(order, intent, async (_, isNew) => {
		if (isNew) logMismatch();
		await refund(id, isNew);
	});
}

/** Refunds a payment in full: stores the refund as due, then lets `refund` issue it. */
async function refundPayment(
	order: OrderRow,
	intent: Stripe.PaymentIntent,
	refund: RefundFunction,
): Promise<void> {
	await refund(intent.id, await addDueRefund(order, intent));
}
