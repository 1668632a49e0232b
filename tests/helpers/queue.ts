/** Delivers batches of messages as the platform does. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { consume } from "../../src/worker/queue-consumers.ts";

/**
 * Delivers messages to the consumer of a queue; returns the ids of acknowledged messages, and the delay
 * of retried ones in seconds. The ids are "0", "1" and so on, after `prefix`.
 */
export async function deliver(
	queue: string,
	bodies: unknown[],
	{ attempts = 1, prefix = "" } = {},
) {
	const messages = bodies.map((body, n) => ({
		id: `${prefix}${n}`,
		timestamp: new Date(),
		attempts,
		body,
	}));
	const batch = createMessageBatch(queue, messages);
	// The result of getQueueResult lacks the delays.
	const delays = new Map<string, number | undefined>();
	for (const message of batch.messages) {
		const retry = message.retry.bind(message);
		message.retry = (options) => {
			delays.set(message.id, options?.delaySeconds);
			retry(options);
		};
	}
	await consume(batch);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext());
	const retried = retryMessages.map(({ msgId }) => ({
		msgId,
		delaySeconds: delays.get(msgId),
	}));
	return { explicitAcks, retryMessages: retried };
}
