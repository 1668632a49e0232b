/** Stripe's events: taken once signed, handled by what they are about, noted once handled. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { paymentEvents } from "../../db/tables.ts";
import { nextAttemptAt } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { logError, logInfo } from "../../platform/log.ts";
import { callStripe, isResourceMissing, verifyWebhookEvent } from "../../platform/stripe.ts";
import { ShopError } from "../errors.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { isWebhookEvent } from "./payments.ts";
import { type PayBack, settlePayment, toIntentFacts } from "./settle-payment.server.ts";
import { syncDisputes, syncRefunds } from "./sync-refunds-and-disputes.server.ts";

/**
 * Takes an event of Stripe's: its raw body and signature. Refuses with malformed what is not signed
 * or no event, and with the payment provider's failures; Stripe then sends it again.
 */
export async function receiveEvent(body: string, signature: string | null): Promise<void> {
	const event = await verifyWebhookEvent(body, signature);
	if (!isEvent(event)) throw new ShopError("malformed");
	if (!isWebhookEvent(event.type)) return;
	await followEvent(event, { logUnknown: logError });
	await noteEvents([event]);
}

function isEvent(event: unknown): event is Stripe.Event {
	if (typeof event !== "object" || event === null) return false;
	const { id, type, data } = event as Partial<Stripe.Event>;
	const object: unknown = data?.object;
	return (
		typeof id === "string" && typeof type === "string" && !!object && typeof object === "object"
	);
}

/** The list of events is the whole account's: what is not of this shop may be another's. */
const logUnknownAsInfo: typeof logError = (code, _, facts) => logInfo({ code, ...facts });

export interface Following {
	/**
	 * Writes a line of a payment for an order that is not here: a fault where Stripe was told to tell
	 * this very shop.
	 */
	logUnknown?: typeof logError;
	/** The order a payment names, where it was read already. */
	known?: OrderRow | undefined;
	/** Pays back what no order awaits, where that is not to be done at once. */
	payBack?: PayBack;
}

/**
 * Does what an event asks for, any number of times and in any order: a success is final, and of
 * refunds and disputes Stripe is asked how they stand now. Throws the payment provider's failures.
 */
export async function followEvent(
	event: Stripe.Event,
	{ logUnknown = logUnknownAsInfo, known, payBack }: Following = {},
): Promise<void> {
	const intentId = intentIdOf(event);
	if (event.type === "payment_intent.succeeded") {
		const { id, orderId } = toIntentFacts(event.data.object);
		if (!(await settlePayment(event.data.object, null, known, payBack))) {
			// Without an order's id it is of another business of the same account.
			const log = orderId ? logUnknown : logUnknownAsInfo;
			log("payment_mismatch", undefined, { intent: id, subject: orderId });
		}
	} else if (intentId && event.type.startsWith("charge.dispute.")) await syncDisputes(intentId);
	else if (intentId) await syncRefunds(intentId, event);
}

/** Notes some events, in one statement: as handled, or with the moment of the next try after a failure. */
export async function noteEvents(
	events: Stripe.Event[],
	retryAt: Date | null = null,
): Promise<void> {
	const failures = retryAt ? 1 : 0;
	const rows = events.map((event) => [
		event.id,
		event.type,
		intentIdOf(event) ?? "",
		event.created * 1000,
	]);
	// Every column in the table's order, as an insert from a select needs.
	const noted = sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${Date.now()}, ${retryAt?.getTime() ?? null}, ${failures} from json_each(${JSON.stringify(rows)}) where true`;
	await database()
		.insert(paymentEvents)
		.select(noted)
		.onConflictDoUpdate({
			target: paymentEvents.id,
			set: { retryAt, failures: sql`${paymentEvents.failures} + ${failures}` },
		});
}

/** The id of the payment an event is about. */
function intentIdOf({ data }: Stripe.Event): string | undefined {
	const object = data.object as { object?: string; id?: string; payment_intent?: unknown };
	if (object.object === "payment_intent") return object.id;
	const intent = object.payment_intent as string | { id?: string } | null | undefined;
	return (typeof intent === "string" ? intent : intent?.id) || undefined;
}

/** Claims some events that failed and are due: each is due again at `until`. Gives their ids. */
export async function claimDueEvents(
	now: Date,
	leasedUntil: Date,
	limit: number,
): Promise<string[]> {
	const db = database();
	const due = db
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(lte(paymentEvents.retryAt, now))
		.orderBy(paymentEvents.retryAt)
		.limit(limit);
	const claimed = await db
		.update(paymentEvents)
		.set({ retryAt: leasedUntil })
		.where(inArray(paymentEvents.id, due))
		.returning({ id: paymentEvents.id });
	return claimed.map(({ id }) => id);
}

/** Tries an event again that failed, as Stripe has it; after thirty days Stripe has it no more. */
export async function retryEvent(id: string): Promise<void> {
	try {
		const event = await callStripe((stripe) => stripe.events.retrieve(id));
		await followEvent(event);
		await noteEvents([event]);
	} catch (error) {
		if (!isResourceMissing(error)) throw error;
		await database().update(paymentEvents).set({ retryAt: null }).where(eq(paymentEvents.id, id));
	}
}

/** How long an event is known after it happened, in milliseconds: Stripe lists events for thirty days. */
const eventKeptMs = 30 * 24 * 60 * 60_000;

/** Events that one run of the job takes away. */
const sweptAtMost = 1000;

/**
 * Takes away handled events that Stripe lists no more, the oldest first, so that none can be read
 * again as lost. Those that wait for another try stay. For the scheduled job; one round trip.
 */
export async function sweepEvents(now = Date.now()): Promise<void> {
	const db = database();
	const over = db
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(
			and(isNull(paymentEvents.retryAt), lte(paymentEvents.createdAt, new Date(now - eventKeptMs))),
		)
		.orderBy(asc(paymentEvents.createdAt))
		.limit(sweptAtMost);
	await db.delete(paymentEvents).where(inArray(paymentEvents.id, over));
}

/** Puts off the next try at an event that failed again. */
export async function postponeEvent(id: string): Promise<void> {
	await database()
		.update(paymentEvents)
		.set({
			retryAt: nextAttemptAt(paymentEvents.failures),
			failures: sql`${paymentEvents.failures} + 1`,
		})
		.where(and(eq(paymentEvents.id, id), isNotNull(paymentEvents.retryAt)));
}
