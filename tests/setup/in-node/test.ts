/** `cloudflare:test` for tests in Node. */

/** Applies the migrations that the database does not have. */
export async function applyD1Migrations(
	database: D1Database,
	migrations: readonly { name: string; queries: string[] }[],
): Promise<void> {
	const [table] = (
		await database.prepare("select 1 from sqlite_master where name = 'd1_migrations'").all()
	).results;
	if (table) return;
	for (const { queries } of migrations)
		await database.batch(queries.map((query) => database.prepare(query)));
	await database.prepare("create table d1_migrations (id integer primary key)").run();
}

/** A message of a batch, as a consumer of a queue receives it. */
interface NewMessage {
	id: string;
	timestamp: Date;
	attempts: number;
	body: unknown;
}

const outcomes = new WeakMap<MessageBatch, { acks: Set<string>; retries: Set<string> }>();

/** Returns a batch of messages that remembers which were acknowledged or are retried. */
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

/** There is none in Node: work after the response is that of `waitUntil`. */
export function createExecutionContext(): undefined {
	return undefined;
}

/** Returns the ids of the messages that were acknowledged, and of those that are retried. */
export async function getQueueResult(batch: MessageBatch) {
	const { acks = [], retries = [] } = outcomes.get(batch) ?? {};
	return {
		explicitAcks: [...acks],
		retryMessages: [...retries].map((msgId) => ({ msgId })),
	};
}
