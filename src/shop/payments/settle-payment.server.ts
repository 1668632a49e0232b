/** Settles payments: marks a checkout and its orders as paid, or refunds a payment that no open checkout awaits. */
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { checkouts, isOpenCheckout, orders } from "../../db/order-tables.ts";
import { inBackground } from "../../platform/background.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { batch, database } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { send } from "../../platform/queues.ts";
import { callStripe, isResourceMissing } from "../../platform/stripe.ts";
import { type CheckoutRow, findCheckout, openOrdersOf } from "../checkouts/checkouts.server.ts";
import { auditOrdersOf } from "../orders/order-audit.server.ts";
import { addToOutbox, dropMailsToPay, sendFromOutbox } from "../outbox/outbox.server.ts";
import { type IntentFacts, type PaymentFields, paysFor, toIntentFacts } from "./payments.ts";
import { addDueRefund, issueRefund } from "./refunds.server.ts";

/** Issues a refund that is due, or queues it. `isNew` if this call has stored it. */
export type RefundFunction = (intentId: string, isNew: boolean) => Promise<void>;

/** Retrieves a PaymentIntent from Stripe. Throws Stripe's errors (`payments_*`). */
export function retrieveIntent(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe((stripe) => stripe.paymentIntents.retrieve(intentId));
}

/**
 * Settles a PaymentIntent from Stripe: the only function that marks a checkout as paid, with all its open
 * orders. Safe to repeat, in any order. A payment that no open checkout awaits is refunded once, and so is
 * an amount that is not the checkout's total in its currency, which is also logged as an error.
 *
 * `actorId` is the id of the user who reported the payment, if any. `known` is the checkout if it was
 * read already; it may be stale, because a checkout is repriced only after its payment was cancelled.
 * `refund` is called for refunds. Returns the current checkout; undefined if the payment is not for this
 * shop.
 */
export async function settlePayment(
	intent: PaymentFields,
	actorId: string | null = null,
	known?: CheckoutRow,
	refund: RefundFunction = issueRefund,
): Promise<CheckoutRow | undefined> {
	const facts = toIntentFacts(intent);
	const checkout = known ?? (await findCheckoutOfIntent(facts));
	if (intent.status !== "succeeded") return checkout;
	if (!checkout) return undefined;
	if (!paysFor(facts, checkout)) {
		await refundMismatch(checkout, facts, refund);
		return checkout;
	}
	const settled = await markAsPaid(checkout.id, intent, actorId);
	if (settled && settled.transactionId !== intent.id) await refundPayment(settled, intent, refund);
	return settled;
}

/**
 * Marks an open checkout and its orders as paid, if the amount is still its total. Returns the checkout as
 * it is then.
 */
async function markAsPaid(
	id: string,
	intent: PaymentFields,
	actorId: string | null,
): Promise<CheckoutRow | undefined> {
	const db = database();
	const paidAt = new Date();
	// Both hold for the same orders only between the statements of this batch.
	const isPaidByIntent = sql`exists (select 1 from ${checkouts} where ${checkouts.id} = ${id} and ${checkouts.transactionId} = ${intent.id})`;
	const toPay = and(openOrdersOf(id), isPaidByIntent);
	const {
		outbox,
		settled: [settled],
	} = await batch({
		paid: db
			.update(checkouts)
			.set({
				transactionId: intent.id,
				paymentIntentId: intent.id,
				paidAt,
				// Until then the queue creates the tax transaction; afterwards the job does.
				taxDueAt: sql`case when ${checkouts.taxCalculationId} is not null then ${paidAt.getTime() + baseDelayMs} end`,
			})
			.where(
				and(eq(checkouts.id, id), isOpenCheckout, eq(checkouts.totalCents, intent.amount_received)),
			),
		audit: auditOrdersOf("order.paid", actorId, toPay),
		outbox: addToOutbox(
			{ kind: "order.paid", subject: id, digest: "also" },
			sql`exists (select 1 from ${orders} where ${toPay})`,
		),
		orders: db.update(orders).set({ transactionId: intent.id, paidAt }).where(toPay),
		dropped: dropMailsToPay(id, isPaidByIntent),
		settled: db.select().from(checkouts).where(eq(checkouts.id, id)),
	});
	sendFromOutbox(outbox);
	// Added only by the batch that has paid the checkout.
	if (settled?.taxCalculationId && outbox.length > 0)
		inBackground(send("payments", { task: "tax", id }));
	return settled;
}

/** The checkout named in the intent's metadata, or else the one that stores its id. */
async function findCheckoutOfIntent({
	id,
	checkoutId,
}: IntentFacts): Promise<CheckoutRow | undefined> {
	const named = checkoutId ? await findCheckout(checkoutId) : undefined;
	if (named) return named;
	const [createdFor] = await database()
		.select()
		.from(checkouts)
		.where(eq(checkouts.paymentIntentId, id));
	return createdFor;
}

/**
 * Refunds a payment that does not pay its checkout in full. Retrieves the intent for the amount, because
 * the event may be wrong about it. Logs an error, once if there is something to refund.
 */
async function refundMismatch(
	checkout: CheckoutRow,
	{ id }: Pick<IntentFacts, "id">,
	refund: RefundFunction,
): Promise<void> {
	const intent = await retrieveIntent(id).catch((error: unknown) => {
		if (isResourceMissing(error)) return undefined;
		throw error;
	});
	const logMismatch = () =>
		logError("payment_mismatch", undefined, {
			...{ intent: id, subject: checkout.id },
			...(intent && { cents: intent.amount_received, currency: intent.currency }),
		});
	if (intent?.status !== "succeeded" || intent.amount_received <= 0) return logMismatch();
	await refundPayment(checkout, intent, async (_, isNew) => {
		if (isNew) logMismatch();
		await refund(id, isNew);
	});
}

/** Refunds a payment in full: stores the refund as due, then lets `refund` issue it. */
async function refundPayment(
	checkout: CheckoutRow,
	intent: PaymentFields,
	refund: RefundFunction,
): Promise<void> {
	await refund(intent.id, await addDueRefund(checkout, intent));
}
