/**
 * Reading Stripe's list of events, for those whose webhook got lost: one call for a hundred of them,
 * however many payments are open (Stripe docs: Process undelivered webhook events).
 */
import { eq, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { eventCursors, paymentEvents } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { firstWaitMs } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { logFault } from "../../platform/log.ts";
import { paced } from "../../platform/pace.ts";
import { type Message, send } from "../../platform/queues.ts";
import { jobCallsPerSecond } from "../../platform/settings.ts";
import { askStripe } from "../../platform/stripe.ts";
import { handleEvent, noteEvent } from "./events.server.ts";
import { webhookEvents } from "./payments.ts";

const source = "stripe";

/** How far back the first reading of all goes, in milliseconds. */
const firstReachMs = 24 * 60 * 60_000;

/**
 * Each reading begins so long before the end of the last one, in milliseconds: an event may be in the
 * list a little later than its time says. Those that were handled are skipped.
 */
const overlapMs = 10 * 60_000;

/** How long one reader has the list to itself for each page, in milliseconds. */
const leaseMs = 4 * 60_000;

/** Events handled at once: those of successful payments ask nobody but the database. */
const lanes = 4;

type Reading = Extract<Message<"payments">, { task: "events" }>;

/** From when to when events are to be read next; undefined while somebody else reads. */
export async function leaseReading(now: number): Promise<Omit<Reading, "task"> | undefined> {
	const today = Date.now();
	const leasedUntil = new Date(now + leaseMs);
	const [leased] = await database()
		.insert(eventCursors)
		.values({ source, since: new Date(today - firstReachMs), leasedUntil })
		.onConflictDoUpdate({
			target: eventCursors.source,
			set: { leasedUntil },
			setWhere: lte(eventCursors.leasedUntil, new Date(now)),
		})
		.returning();
	return leased && { since: leased.since.getTime(), until: today };
}

/**
 * Reads one page of events, the newest first, and handles those that were not. If there are more, it
 * sends itself on; if not, the next reading begins here. Throws the payment provider's failures.
 */
export async function readEvents({ since, until, after }: Reading): Promise<void> {
	const { data, has_more: more } = await askStripe((stripe) =>
		stripe.events.list({
			types: [...webhookEvents],
			created: { gte: Math.floor(since / 1000), lte: Math.ceil(until / 1000) },
			limit: 100,
			...(after && { starting_after: after }),
		}),
	);
	const known = await knownAmong(data);
	const lost = data.filter(({ id }) => !known.has(id)).reverse();
	const [payments, others] = [lost.filter(isPayment), lost.filter((event) => !isPayment(event))];
	await Promise.all([
		paced(payments, { lanes, perSecond: Number.POSITIVE_INFINITY }, handleLost),
		paced(others, { lanes, perSecond: jobCallsPerSecond() }, handleLost),
	]);
	const last = data.at(-1);
	const next = more && last ? { after: last.id } : undefined;
	await database()
		.update(eventCursors)
		.set(
			next
				? { leasedUntil: new Date(Date.now() + leaseMs) }
				: { since: new Date(until - overlapMs), leasedUntil: new Date(0) },
		)
		.where(eq(eventCursors.source, source));
	if (next) await send("payments", { task: "events", since, until, ...next });
}

function isPayment({ type }: Stripe.Event): boolean {
	return type === "payment_intent.succeeded";
}

/** Which of some events were handled, or wait for another try. */
async function knownAmong(events: Stripe.Event[]): Promise<Set<string>> {
	const ids = JSON.stringify(events.map(({ id }) => id));
	const found = await database()
		.select({ id: paymentEvents.id })
		.from(paymentEvents)
		.where(sql`${paymentEvents.id} in (select value from json_each(${ids}))`);
	return new Set(found.map(({ id }) => id));
}

/** One that fails is noted for another try, so that it keeps no other waiting. */
async function handleLost(event: Stripe.Event): Promise<void> {
	try {
		await handleEvent(event);
	} catch (error) {
		const code = error instanceof ShopError ? error.code : "internal";
		logFault(code, error, { job: "payments", task: "events", subject: event.id });
		await noteEvent(event, new Date(Date.now() + firstWaitMs));
	}
}
