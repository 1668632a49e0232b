/** Messages of the shop's queues, each batch handed to what works it off. */

import { purgeBatch } from "../platform/edge-cache.ts";
import { recordFailedMails, sendMails } from "../platform/mail.ts";
import { eventsBatch } from "../shop/payments/poll-events.server.ts";
import { consumePaymentBatch } from "../shop/payments/queue-consumer.server.ts";
import { runLoggedJob } from "./serve.ts";

/**
 * Works off a batch. Messages it neither acknowledges nor retries are done where it returns, and
 * delivered again where it throws (Cloudflare docs: Queues, Batching, Retries and Delays).
 */
export type Consumer = (batch: MessageBatch<unknown>) => Promise<void>;

/** By the part of a queue's name that is the same in every environment: cogsmith-purges-staging is `purges`. */
const consumers: Record<string, Consumer> = {
	events: eventsBatch,
	mails: sendMails,
	"mails-failed": recordFailedMails,
	payments: consumePaymentBatch,
	purges: purgeBatch,
};

/** Works off a batch of whichever queue it is of, with a line in the log as for any job. */
export function consume(batch: MessageBatch<unknown>): Promise<void> {
	const name = consumerName(batch.queue, Object.keys(consumers));
	const consumer = name === undefined ? undefined : consumers[name];
	if (!consumer) throw new Error(`Nothing works off the queue ${batch.queue}.`);
	return runLoggedJob(`queue ${name}`, () => consumer(batch));
}

/** Which of `names` a queue is: the longest that stands in its name, between the shop's and an environment's. */
export function consumerName(queue: string, names: readonly string[]): string | undefined {
	return names
		.filter((name) => new RegExp(`(^|-)${name}(-|$)`).test(queue))
		.toSorted((one, other) => other.length - one.length)[0];
}
