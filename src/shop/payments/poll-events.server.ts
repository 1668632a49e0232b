/**
 * Polls Stripe's list of events for those that the webhook missed: one request for a hundred events,
 * however many payments are open (Stripe docs: Process undelivered webhook events).
 */

import { eq, lte } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { eventCursors, paymentEvents } from "../../db/payment-tables.ts";
import { errorCode } from "../../errors.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { database, inList } from "../../platform/database/database.ts";
import { runThrottled } from "../../platform/limits/throttle.ts";
import { logError } from "../../platform/services/log.ts";
import { type Message, parseMessages, send } from "../../platform/services/queues.ts";
import { callStripe } from "../../platform/services/stripe.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings/settings.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { handleEvent, storeEvents } from "./events.server.ts";
import { toIntentFacts } from "./payments.ts";
import type { RefundFunction } from "./settle-payment.server.ts";
import {
	type PaymentEvent,
	parseEvent,
	type ShopEvent,
	type StripeEvent,
	type UnreadableEvent,
	webhookEvents,
} from "./stripe-events.ts";

const source = "stripe";

/** How far back the very first poll goes, in milliseconds. */
const initialLookbackMs = 24 * 60 * 60_000;

/**
 * How much a poll overlaps the previous one, in milliseconds: an event may appear in the list later than
 * its timestamp. Events that were handled are skipped.
 */
const overlapMs = 10 * 60_000;

/** How long a poll leases the list for each page, in milliseconds. */
const leaseMs = 4 * 60_000;

/** Events handled concurrently: successful payments need the database only. */
const concurrency = 4;

type PollWindow = Message<"events">;

/** Leases the list and returns the time window to poll; undefined while another poll holds the lease. `now` in UTC milliseconds. */
export async function acquirePollLease(now: number): Promise<PollWindow | undefined> {
	const until = Date.now();
	const leasedUntil = new Date(now + leaseMs);
	const [cursor] = await database()
		.insert(eventCursors)
		.values({ source, since: new Date(until - initialLookbackMs), leasedUntil })
		.onConflictDoUpdate({
			target: eventCursors.source,
			set: { leasedUntil },
			setWhere: lte(eventCursors.leasedUntil, new Date(now)),
		})
		.returning();
	return cursor && { since: cursor.since.getTime(), until };
}

/**
 * Consumes a batch of the events queue; each message is one page of the list. A failure is logged and
 * the message not retried: its lease expires, and the next run of the job starts where the last
 * complete poll ended.
 */
export async function eventsBatch(batch: MessageBatch<unknown>): Promise<void> {
	for (const { body, ack } of parseMessages("events", batch)) {
		const earliestEnd = Date.now() + 1000 / stripeJobCallsPerSecond();
		try {
			await pollEvents(body);
		} catch (error) {
			logError(errorCode(error), error, { job: "payments", task: "events", subject: "list" });
		}
		// A page without missed events takes almost no time, and Stripe limits calls of the list too.
		const delay = earliestEnd - Date.now();
		if (delay >= 1) await new Promise((resolve) => setTimeout(resolve, delay));
		ack();
	}
}

/**
 * Reads one page of events, the newest first, handles the missed ones and then stores them as handled in
 * one statement. If there are more pages, it queues the next one; otherwise it moves the cursor for the
 * next poll. Throws Stripe's errors (`payments_*`).
 */
async function pollEvents({ since, until, after }: PollWindow): Promise<void> {
	const { data, has_more: hasMore } = await callStripe((stripe) =>
		stripe.events.list({
			types: webhookEvents,
			created: { gte: Math.floor(since / 1000), lte: Math.ceil(until / 1000) },
			limit: 100,
			...(after && { starting_after: after }),
		}),
	);
	const events = data.flatMap((event) => parseEvent(event) ?? []);
	const knownIds = await findKnownIds(events);
	const missed = events
		.filter(isHandled)
		.filter(({ id }) => !knownIds.has(id))
		.reverse();
	const payments = missed.filter((event) => event.kind === "payment");
	const others = missed.filter((event) => event.kind !== "payment");
	const known = await ordersOf(payments);
	const handled: HandledEvent[] = [];
	const handle = async (event: HandledEvent, order?: OrderRow) => {
		if (await handleMissedEvent(event, order)) handled.push(event);
	};
	await Promise.all([
		runThrottled(payments, { concurrency, perSecond: Number.POSITIVE_INFINITY }, (event) =>
			handle(event, known.get(toIntentFacts(event.intent).orderId ?? "")),
		),
		runThrottled(others, { concurrency, perSecond: stripeJobCallsPerSecond() }, (event) =>
			handle(event),
		),
	]);
	if (handled.length > 0) await storeEvents(handled);
	// An event without an id can't be the start of the next page.
	const last = hasMore ? events.at(-1) : undefined;
	await database()
		.update(eventCursors)
		.set(
			last
				? { leasedUntil: new Date(Date.now() + leaseMs) }
				: { since: new Date(until - overlapMs), leasedUntil: new Date(0) },
		)
		.where(eq(eventCursors.source, source));
	if (last) await send("events", { since, until, after: last.id });
}

/** What is handled and stored: the list was asked for no other types. */
type HandledEvent = ShopEvent | UnreadableEvent;

function isHandled(event: StripeEvent): event is HandledEvent {
	return event.kind !== "other";
}

/** The orders of some payments, by id. An order that is missing here is read when its payment is settled. */
async function ordersOf(payments: PaymentEvent[]): Promise<Map<string, OrderRow>> {
	const ids = payments.flatMap(({ intent }) => toIntentFacts(intent).orderId ?? []);
	if (ids.length === 0) return new Map();
	const found = await database().select().from(orders).where(inList(orders.id, ids));
	return new Map(found.map((order) => [order.id, order]));
}

/** The ids of those events that were handled, wait for another attempt or can't be read. */
async function findKnownIds(events: StripeEvent[]): Promise<Set<string>> {
	const ids = events.map(({ id }) => id);
	const found = await database()
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(inList(paymentEvents.id, ids));
	return new Set(found.map(({ id }) => id));
}

/** Handles an event and returns true. A failed one is stored for another attempt, so that it does not block the others. */
async function handleMissedEvent(event: HandledEvent, knownOrder?: OrderRow): Promise<boolean> {
	try {
		await handleEvent(event, { knownOrder, refund: enqueueRefund });
		return true;
	} catch (error) {
		logError(errorCode(error), error, { job: "payments", task: "events", subject: event.id });
		await storeEvents([event], new Date(Date.now() + baseDelayMs));
		return false;
	}
}

/** Queues a refund: settling needs the database only, but refunds must respect Stripe's rate limits. */
const enqueueRefund: RefundFunction = async (id, isNew) => {
	if (isNew) await send("payments", { task: "refund", id });
};
