/** The scheduled job and its queue, driven by the test: nothing is delivered unless it says so. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { eventsBatch } from "../../src/shop/payments/events-list.server.ts";
import { paymentBatch } from "../../src/shop/payments/jobs.server.ts";
import { reconcile as handOver } from "../../src/shop/payments/reconcile.server.ts";

const batchSize = 100;

const waiting: unknown[] = [];

type Sending = (send: () => Promise<void>) => Promise<void>;

/** Keeps what is sent to the queues of payments and of events for `deliverJobs`; each call to it goes through `sending`. */
export function holdQueue(sending: Sending = (send) => send()): void {
	const hold = async (...bodies: unknown[]) => {
		await sending(async () => void waiting.push(...bodies));
		return undefined as never;
	};
	vi.spyOn(env.PAYMENTS, "send").mockImplementation((body) => hold(body));
	vi.spyOn(env.EVENTS, "send").mockImplementation((body) => hold(body));
	vi.spyOn(env.PAYMENTS, "sendBatch").mockImplementation((messages) =>
		hold(...[...messages].map(({ body }) => body)),
	);
}

/** Takes what waits in the queues. */
export function takeJobs(): unknown[] {
	return waiting.splice(0);
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
		paymentBatch(createMessageBatch("cogsmith-payments", jobs)),
		eventsBatch(createMessageBatch("cogsmith-events", lists)),
	]);
}

const hourMs = 3_600_000;
let ahead = 0;

/** A moment at which all that waits for another look is due, later than any such moment before. */
export function later(): number {
	ahead += 2 * hourMs;
	return Date.now() + ahead;
}

/** Runs the scheduled job at a moment when everything is due: what is handed over then waits for `takeJobs`. */
export function handOverAll(sending?: Sending): Promise<void> {
	holdQueue(sending);
	return handOver(later());
}

/** Runs the scheduled job at a moment when everything is due, and works off the queue until it is empty. */
export async function reconcile(): Promise<void> {
	await handOverAll();
	for (let jobs = takeJobs(); jobs.length > 0; jobs = takeJobs()) {
		for (let from = 0; from < jobs.length; from += batchSize) {
			await deliverJobs(jobs.slice(from, from + batchSize));
		}
	}
}
