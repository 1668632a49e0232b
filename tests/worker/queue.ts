/** Batches of messages, worked off as the platform delivers them. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { consume } from "../../src/http/queue-consumers.ts";

/**
 * Delivers messages to the consumer of a queue; gives the ids of those that were acknowledged, and
 * which come again after how many seconds. They are called "0", "1" and so on, after `prefix`.
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
	// What getQueueResult gives lacks the delays.
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
