/** A queue in Node. It accepts what the platform does (Cloudflare docs: Queues, Limits) and delivers nothing: tests do. */

/** The longest message, as JSON. */
const maxMessageBytes = 128_000;

/** The most messages of one batch. */
const maxBatchSize = 100;

function accept(bodies: readonly unknown[]): void {
	if (bodies.length > maxBatchSize)
		throw new Error(`${bodies.length} messages are too many for a batch`);
	for (const body of bodies) {
		const bytes = Buffer.byteLength(JSON.stringify(body));
		if (bytes > maxMessageBytes) throw new Error(`a message of ${bytes} bytes is too long`);
	}
}

/** Opens a queue that throws for what the platform would reject. */
export function openQueue(): Queue {
	const queue = {
		send: async (body: unknown) => accept([body]),
		sendBatch: async (messages: Iterable<{ body: unknown }>) =>
			accept([...messages].map(({ body }) => body)),
	};
	return queue as unknown as Queue;
}
