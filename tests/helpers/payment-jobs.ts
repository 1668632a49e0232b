/** The scheduled job and its queues under the test's control: messages are delivered only on request. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { eventsBatch } from "../../src/shop/payments/poll-events.server.ts";
import { consumePaymentBatch } from "../../src/shop/payments/queue-consumer.server.ts";
import { reconcile as reconcileJob } from "../../src/shop/payments/reconcile.server.ts";

const batchSize = 100;

const queued: unknown[] = [];

type SendWrapper = (send: () => Promise<void>) => Promise<void>;

/** Captures the messages of the payment and event queues for `deliverJobs`; `wrapSend` wraps each send. */
export function captureQueue(wrapSend: SendWrapper = (send) => send()): void {
	const enqueue = async (...bodies: unknown[]) => {
		await wrapSend(async () => void queued.push(...bodies));
		return undefined as never;
	};
	vi.spyOn(env.PAYMENTS, "send").mockImplementation((body) => enqueue(body));
	vi.spyOn(env.EVENTS, "send").mockImplementation((body) => enqueue(body));
	vi.spyOn(env.PAYMENTS, "sendBatch").mockImplementation((messages) =>
		enqueue(...[...messages].map(({ body }) => body)),
	);
}

/** Removes and returns the captured messages. */
export function drainQueue(): unknown[] {
	return queued.splice(0);
}

/** Delivers messages, as one batch per queue. */
export async function deliverJobs(bodies: unknown[]): Promise<void> {
	const messages = bodies.map((body, n) => ({
		id: String(n),
		timestamp: new Date(),
		attempts: 1,
		body,
	}));
	const isJob = ({ body }: { body: unknown }) => Object.hasOwn(body as object, "task");
	const [jobs, lists] = [messages.filter(isJob), messages.filter((one) => !isJob(one))];
	await Promise.all([
		consumePaymentBatch(createMessageBatch("cogsmith-payments", jobs)),
		eventsBatch(createMessageBatch("cogsmith-events", lists)),
	]);
}

const hourMs = 3_600_000;
let offsetMs = 0;

/** A time at which every pending check is due, later than any time returned before. */
export function nextDueTime(): number {
	offsetMs += 2 * hourMs;
	return Date.now() + offsetMs;
}

/** When the tests started whose events the job reads, in UTC milliseconds. */
let eventsStart = Date.now();

/** A time that the job never reaches, in UTC milliseconds. */
const never = 8.5e15;

/** Leaves the orders that are open now, and the events so far, out of the next runs of the job. */
export async function postponeChecks(): Promise<void> {
	// Stripe stores when an event was created in seconds.
	eventsStart = Date.now() - 1000;
	await env.DB.prepare("update orders set check_at = ? where check_at is not null")
		.bind(never)
		.run();
}

/** Makes postponed checks due. */
export async function resumeChecks(): Promise<void> {
	await env.DB.prepare("update orders set check_at = 1 where check_at = ?").bind(never).run();
}

/** Runs the scheduled job when everything is due; `drainQueue` then returns its messages. */
export async function enqueueDueJobs(wrapSend?: SendWrapper): Promise<void> {
	// A poll overlaps the one before by ten minutes: the stand-in has the events of earlier tests too.
	await env.DB.prepare("update event_cursors set since = max(since, ?)").bind(eventsStart).run();
	captureQueue(wrapSend);
	return reconcileJob(nextDueTime());
}

/** Runs the scheduled job when everything is due, and delivers its messages until the queues are empty. */
export async function reconcile(): Promise<void> {
	await enqueueDueJobs();
	for (let jobs = drainQueue(); jobs.length > 0; jobs = drainQueue()) {
		for (let from = 0; from < jobs.length; from += batchSize) {
			await deliverJobs(jobs.slice(from, from + batchSize));
		}
	}
}
