/** `cloudflare:test` for tests in Node: batches of messages as a consumer of a queue receives them. */

interface NewMessage {
	id: string;
	timestamp: Date;
	attempts: number;
	body: unknown;
}

const outcomes = new WeakMap<MessageBatch, { acks: Set<string>; retries: Set<string> }>();

export function createMessageBatch(queue: string, messages: NewMessage[]): MessageBatch {
	const [acks, retries] = [new Set<string>(), new Set<string>()];
	const batch: MessageBatch = {
		queue,
		metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
		messages: messages.map((message) => ({
			...message,
			ack: () => void acks.add(message.id),
			retry: () => void retries.add(message.id),
		})),
		ackAll: () => {
			for (const { id } of messages) acks.add(id);
		},
		retryAll: () => {
			for (const { id } of messages) retries.add(id);
		},
	};
	outcomes.set(batch, { acks, retries });
	return batch;
}

export function createExecutionContext(): undefined {
	return undefined;
}

export async function getQueueResult(batch: MessageBatch) {
	const { acks = [], retries = [] } = outcomes.get(batch) ?? {};
	return {
		explicitAcks: [...acks],
		retryMessages: [...retries].map((msgId) => ({ msgId })),
	};
}
