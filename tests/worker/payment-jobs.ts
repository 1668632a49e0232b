/** The scheduled job and its queue, driven by the test: nothing is delivered unless it says so. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { eventsBatch } from "../../src/shop/payments/poll-events.server.ts";
import { consumePaymentBatch } from "../../src/shop/payments/queue-consumer.server.ts";
import { reconcile as reconcileJob } from "../../src/shop/payments/reconcile.server.ts";

const batchSize = 100;

const queued: unknown[] = [];

type SendWrapper = (send: () => Promise<void>) => Promise<void>;

/** Keeps what is sent to the queues of payments and of events for `deliverJobs`; each call to it goes through `sending`. */
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

/** Takes what waits in the queues. */
export function drainQueue(): unknown[] {
	return queued.splice(0);
}

/** Delivers some messages, as one batch of each queue. */
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

/** A moment at which all that waits for another look is due, later than any such moment before. */
export function nextDueTime(): number {
	offsetMs += 2 * hourMs;
	return Date.now() + offsetMs;
}

/** Runs the scheduled job at a moment when everything is due: what is handed over then waits for `takeJobs`. */
export function enqueueDueJobs(wrapSend?: SendWrapper): Promise<void> {
	captureQueue(wrapSend);
	return reconcileJob(nextDueTime());
}

/** Runs the scheduled job at a moment when everything is due, and works off the queue until it is empty. */
export async function reconcile(): Promise<void> {
	await enqueueDueJobs();
	for (let jobs = drainQueue(); jobs.length > 0; jobs = drainQueue()) {
		for (let from = 0; from < jobs.length; from += batchSize) {
			await deliverJobs(jobs.slice(from, from + batchSize));
		}
	}
}
