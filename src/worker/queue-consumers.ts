/** Consumers of the shop's queues. */

import { purgeBatch } from "../platform/cache/edge-cache.ts";
import { consumeDeadLetters } from "../shop/health/dead-letters.server.ts";
import { consumeImportBatch } from "../shop/imports/import-queue.server.ts";
import { consumeFailedMailBatch, consumeMailBatch } from "../shop/mails/queue-consumer.server.ts";
import { eventsBatch } from "../shop/payments/poll-events.server.ts";
import { consumePaymentBatch } from "../shop/payments/queue-consumer.server.ts";
import { consumeJobBatch } from "./scheduled-jobs.ts";
import { runLoggedJob } from "./serve.ts";

/**
 * Consumes a batch. Messages that it neither acknowledges nor retries are acknowledged when it
 * returns and retried when it throws (Cloudflare docs: Queues, Batching, Retries and Delays).
 */
export type Consumer = (batch: MessageBatch<unknown>) => Promise<void>;

/** Consumers by the part of the queue's name that all environments share: `purges` in cogsmith-purges-staging. */
const consumers: Record<string, Consumer> = {
	events: eventsBatch,
	"events-failed": consumeDeadLetters("events"),
	imports: consumeImportBatch,
	"imports-failed": consumeDeadLetters("imports"),
	jobs: consumeJobBatch,
	"jobs-failed": consumeDeadLetters("jobs"),
	mails: consumeMailBatch,
	"mails-failed": consumeFailedMailBatch,
	payments: consumePaymentBatch,
	"payments-failed": consumeDeadLetters("payments"),
	purges: purgeBatch,
	"purges-failed": consumeDeadLetters("purges"),
};

/** Passes a batch to its queue's consumer and logs it as a job. */
export function consume(batch: MessageBatch<unknown>): Promise<void> {
	const name = consumerName(batch.queue, Object.keys(consumers));
	const consumer = name === undefined ? undefined : consumers[name];
	if (!consumer) throw new Error(`No consumer for queue ${batch.queue}.`);
	return runLoggedJob(`queue ${name}`, () => consumer(batch));
}

/** Returns the longest of `names` that is part of the queue's name, between hyphens, or undefined. */
export function consumerName(queue: string, names: readonly string[]): string | undefined {
	return names
		.filter((name) => new RegExp(`(^|-)${name}(-|$)`).test(queue))
		.toSorted((one, other) => other.length - one.length)[0];
}
