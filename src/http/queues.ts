/** Messages of the shop's queues, each batch handed to what works it off. */
import { noteFailedMails, sendMails } from "../platform/mail.ts";
import { purgeBatch } from "../platform/platform-cache.ts";
import { eventsBatch } from "../shop/payments/events-list.server.ts";
import { paymentBatch } from "../shop/payments/jobs.server.ts";
import { job } from "./serve.ts";

/**
 * Works off a batch. Messages it neither acknowledges nor retries are done where it returns, and
 * delivered again where it throws (Cloudflare docs: Queues, Batching, Retries and Delays).
 */
export type Consumer = (batch: MessageBatch<unknown>) => Promise<void>;

/** By the part of a queue's name that is the same in every environment: cogsmith-purges-staging is `purges`. */
const consumers: Record<string, Consumer> = {
	events: eventsBatch,
	mails: sendMails,
	"mails-failed": noteFailedMails,
	payments: paymentBatch,
	purges: purgeBatch,
};

/** Works off a batch of whichever queue it is of, with a line in the log as for any job. */
export function consume(batch: MessageBatch<unknown>): Promise<void> {
	const name = consumerOf(batch.queue, Object.keys(consumers));
	const work = name === undefined ? undefined : consumers[name];
	if (!work) throw new Error(`Nothing works off the queue ${batch.queue}.`);
	return job(`queue ${name}`, () => work(batch));
}

/** Which of `names` a queue is: the longest that stands in its name, between the shop's and an environment's. */
export function consumerOf(queue: string, names: readonly string[]): string | undefined {
	return names
		.filter((name) => new RegExp(`(^|-)${name}(-|$)`).test(queue))
		.toSorted((one, other) => other.length - one.length)[0];
}
