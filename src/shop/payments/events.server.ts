/** Stripe's events: verified by their signature, handled by type, then stored as handled. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { paymentEvents } from "../../db/payment-tables.ts";
import { nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { database, insertFrom } from "../../platform/database.ts";
import { logError, logInfo } from "../../platform/log.ts";
import { callStripe, isResourceMissing, verifyWebhookEvent } from "../../platform/stripe.ts";
import type { CheckoutRow } from "../checkouts/checkouts.server.ts";
import { ShopError } from "../errors.ts";
import { isWebhookEvent } from "./payments.ts";
import { type RefundFunction, settlePayment, toIntentFacts } from "./settle-payment.server.ts";
import { syncDisputes, syncRefunds } from "./sync-refunds-and-disputes.server.ts";

/**
 * Receives a webhook event: the raw body and the Stripe-Signature header. Throws ShopError `malformed`
 * if the signature is invalid or the body is no event, and Stripe's errors (`payments_*`). Stripe then
 * sends the event again.
 */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = await verifyWebhookEvent(body, signature);
	if (!isEvent(event)) throw new ShopError("malformed");
	if (!isWebhookEvent(event.type)) return;
	await handleEvent(event, { logUnknown: logError });
	await storeEvents([event]);
}

function isEvent(event: unknown): event is Stripe.Event {
	if (typeof event !== "object" || event === null) return false;
	const { id, type, data } = event as Partial<Stripe.Event>;
	const object: unknown = data?.object;
	return (
		typeof id === "string" && typeof type === "string" && !!object && typeof object === "object"
	);
}

/** The list of events covers the whole Stripe account, so a payment without a checkout may belong to another business. */
const logUnknownAsInfo: typeof logError = (code, _, facts) => logInfo({ code, ...facts });

interface HandleEventOptions {
	/**
	 * Logs a payment for an unknown checkout. An error for webhook events, which Stripe sends to this shop
	 * alone.
	 */
	logUnknown?: typeof logError;
	/** The checkout of a payment, if it was read already. */
	knownCheckout?: CheckoutRow | undefined;
	/** Refunds a payment that no checkout awaits, if not immediately. */
	refund?: RefundFunction;
}

/**
 * Applies an event. Safe to repeat and in any order: a success is final, and refunds and disputes are
 * fetched from Stripe in their current state. Throws Stripe's errors (`payments_*`).
 */
export async function handleEvent(
	event: Stripe.Event,
	{ logUnknown = logUnknownAsInfo, knownCheckout, refund }: HandleEventOptions = {},
): Promise<void> {
	const intentId = intentIdOf(event);
	if (event.type === "payment_intent.succeeded") {
		const { id, checkoutId } = toIntentFacts(event.data.object);
		if (!(await settlePayment(event.data.object, null, knownCheckout, refund))) {
			// Without such an id the payment belongs to another business of the same account.
			const log = checkoutId ? logUnknown : logUnknownAsInfo;
			log("payment_mismatch", undefined, { intent: id, subject: checkoutId });
		}
	} else if (intentId && event.type.startsWith("charge.dispute.")) await syncDisputes(intentId);
	else if (intentId) await syncRefunds(intentId, event);
}

/** Stores events in one statement: as handled, or after a failure with the time of the next attempt. */
export async function storeEvents(
	events: Stripe.Event[],
	retryAt: Date | null = null,
): Promise<void> {
	const failures = retryAt ? 1 : 0;
	const rows = events.map((event) => ({
		...{ id: event.id, type: event.type, intentId: intentIdOf(event) ?? "" },
		createdAt: event.created * 1000,
	}));
	await insertFrom(
		paymentEvents,
		{
			id: sql`value ->> 'id'`,
			type: sql`value ->> 'type'`,
			intentId: sql`value ->> 'intentId'`,
			createdAt: sql`value ->> 'createdAt'`,
			receivedAt: Date.now(),
			retryAt: retryAt?.getTime() ?? null,
			failures,
		},
		sql`from json_each(${JSON.stringify(rows)}) where true`,
	).onConflictDoUpdate({
		target: paymentEvents.id,
		set: { retryAt, failures: sql`${paymentEvents.failures} + ${failures}` },
	});
}

/** The PaymentIntent id of an event. */
function intentIdOf({ data }: Stripe.Event): string | undefined {
	const object = data.object as { object?: string; id?: string; payment_intent?: unknown };
	if (object.object === "payment_intent") return object.id;
	const intent = object.payment_intent as string | { id?: string } | null | undefined;
	return (typeof intent === "string" ? intent : intent?.id) || undefined;
}

/** Failed events that are due, for the scheduled job. */
export const dueEvents: DueRows = {
	table: paymentEvents,
	id: paymentEvents.id,
	dueAt: paymentEvents.retryAt,
};

/** Fetches a failed event from Stripe and handles it again. Stripe deletes events after thirty days. */
export async function retryEvent(id: string): Promise<void> {
	try {
		const event = await callStripe((stripe) => stripe.events.retrieve(id));
		await handleEvent(event);
		await storeEvents([event]);
	} catch (error) {
		if (!isResourceMissing(error)) throw error;
		await database().update(paymentEvents).set({ retryAt: null }).where(eq(paymentEvents.id, id));
	}
}

/** How long handled events are stored, in milliseconds: Stripe lists events for thirty days. */
const eventRetentionMs = 30 * 24 * 60 * 60_000;

/** Maximum number of events that one run of the job deletes. */
const maxSweptEvents = 1000;

/**
 * Deletes handled events that Stripe no longer lists, the oldest first. Younger ones stay, so that the
 * list does not return them as missed, and so do those that wait for another attempt. For the scheduled
 * job; one round trip. `now` in UTC milliseconds.
 */
export async function sweepEvents(now = Date.now()): Promise<void> {
	const db = database();
	const expired = db
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(
			and(
				isNull(paymentEvents.retryAt),
				lte(paymentEvents.createdAt, new Date(now - eventRetentionMs)),
			),
		)
		.orderBy(asc(paymentEvents.createdAt))
		.limit(maxSweptEvents);
	await db.delete(paymentEvents).where(inArray(paymentEvents.id, expired));
}

/** Delays the next attempt of an event that failed again, with exponential backoff. */
export async function postponeEvent(id: string): Promise<void> {
	await database()
		.update(paymentEvents)
		.set({
			retryAt: nextAttemptAt(paymentEvents.failures),
			failures: sql`${paymentEvents.failures} + 1`,
		})
		.where(and(eq(paymentEvents.id, id), isNotNull(paymentEvents.retryAt)));
}
