/**
 * Reading Stripe's list of events, for those whose webhook got lost: one call for a hundred of them,
 * however many payments are open (Stripe docs: Process undelivered webhook events).
 */
import { eq, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { eventCursors, orders, paymentEvents } from "../../db/tables.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { type Message, parseMessages, send } from "../../platform/queues.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings.ts";
import { callStripe } from "../../platform/stripe.ts";
import { runThrottled } from "../../platform/throttle.ts";
import { type ErrorCode, ShopError } from "../errors.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { followEvent, noteEvents } from "./events.server.ts";
import { webhookEvents } from "./payments.ts";
import { type PayBack, toIntentFacts } from "./settle-payment.server.ts";

const source = "stripe";

/** How far back the first reading of all goes, in milliseconds. */
const initialLookbackMs = 24 * 60 * 60_000;

/**
 * Each reading begins so long before the end of the last one, in milliseconds: an event may be in the
 * list a little later than its time says. Those that were handled are skipped.
 */
const overlapMs = 10 * 60_000;

/** How long one reader has the list to itself for each page, in milliseconds. */
const leaseMs = 4 * 60_000;

/** Events handled at once: those of successful payments ask nobody but the database. */
const concurrency = 4;

type PollWindow = Message<"events">;

/** From when to when events are to be read next; undefined while somebody else reads. */
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
	return cursor && { since: cursor.since.getTime(), until: until };
}

/**
 * Works off a batch: a page. One that fails is logged, and no more: its lease ends, and the next run of
 * the job begins where the last reading that ended came to.
 */
export async function eventsBatch(batch: MessageBatch<unknown>): Promise<void> {
	for (const { body, ack } of parseMessages("events", batch)) {
		try {
			await pollEvents(body);
		} catch (error) {
			logError(codeOf(error), error, { job: "payments", task: "events", subject: "list" });
		}
		ack();
	}
}

/**
 * Reads one page of events, the newest first, and handles those that were not. Only then are they noted
 * as handled, all at once. If there are more, it sends itself on; if not, the next reading begins here.
 * Throws the payment provider's failures.
 */
async function pollEvents({ since, until, after }: PollWindow): Promise<void> {
	const { data, has_more: hasMore } = await callStripe((stripe) =>
		stripe.events.list({
			types: [...webhookEvents],
			created: { gte: Math.floor(since / 1000), lte: Math.ceil(until / 1000) },
			limit: 100,
			...(after && { starting_after: after }),
		}),
	);
	const knownIds = await findKnownIds(data);
	const missed = data.filter(({ id }) => !knownIds.has(id)).reverse();
	const [payments, others] = [
		missed.filter(isPaymentSucceeded),
		missed.filter((event) => !isPaymentSucceeded(event)),
	];
	const orders = await ordersOf(payments);
	const handled: Stripe.Event[] = [];
	const handle = async (event: Stripe.Event, order?: OrderRow) => {
		if (await handleMissedEvent(event, order)) handled.push(event);
	};
	await Promise.all([
		runThrottled(payments, { concurrency, perSecond: Number.POSITIVE_INFINITY }, (event) =>
			handle(event, orders.get(toIntentFacts(event.data.object).orderId ?? "")),
		),
		runThrottled(others, { concurrency, perSecond: stripeJobCallsPerSecond() }, (event) =>
			handle(event),
		),
	]);
	if (handled.length > 0) await noteEvents(handled);
	const last = data.at(-1);
	const next = hasMore && last ? { after: last.id } : undefined;
	await database()
		.update(eventCursors)
		.set(
			next
				? { leasedUntil: new Date(Date.now() + leaseMs) }
				: { since: new Date(until - overlapMs), leasedUntil: new Date(0) },
		)
		.where(eq(eventCursors.source, source));
	if (next) await send("events", { since, until, ...next });
}

function isPaymentSucceeded(event: Stripe.Event): event is Stripe.PaymentIntentSucceededEvent {
	return event.type === "payment_intent.succeeded";
}

/** The orders that some payments name, by their ids. */
async function ordersOf(
	payments: Stripe.PaymentIntentSucceededEvent[],
): Promise<Map<string, OrderRow>> {
	const ids = payments.flatMap(({ data }) => toIntentFacts(data.object).orderId ?? []);
	if (ids.length === 0) return new Map();
	const found = await database()
		.select()
		.from(orders)
		.where(sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`);
	return new Map(found.map((order) => [order.id, order]));
}

/** Which of some events were handled, or wait for another try. */
async function findKnownIds(events: Stripe.Event[]): Promise<Set<string>> {
	const ids = JSON.stringify(events.map(({ id }) => id));
	const found = await database()
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(sql`${paymentEvents.id} in (select value from json_each(${ids}))`);
	return new Set(found.map(({ id }) => id));
}

/** Gives whether it is handled. One that fails is noted for another try: it keeps no other waiting. */
async function handleMissedEvent(event: Stripe.Event, known?: OrderRow): Promise<boolean> {
	try {
		await followEvent(event, { known, payBack: payBackLater });
		return true;
	} catch (error) {
		logError(codeOf(error), error, { job: "payments", task: "events", subject: event.id });
		await noteEvents([event], new Date(Date.now() + baseDelayMs));
		return false;
	}
}

/** Payments are settled as fast as the database does it; paying back has to keep to Stripe's limits. */
const payBackLater: PayBack = async (id, isNew) => {
	if (isNew) await send("payments", { task: "refund", id });
};

function codeOf(error: unknown): ErrorCode {
	return error instanceof ShopError ? error.code : "internal";
}
