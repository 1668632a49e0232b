/**
 * The shop's queues (Cloudflare docs: Queues): how messages are sent and parsed. The consumers are in
 * worker/queue-consumers.ts. Messages may outlive a deployment: from 1.0 on each version accepts the messages of
 * the version before it.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { jobNames } from "../../values/jobs.ts";
import { logError } from "./log.ts";

/**
 * An e-mail with a link: its kind (shop/mails/texts.ts has the text of each), its recipient and the path of the link,
 * which may contain a token.
 */
const linkMail = v.object({
	kind: v.picklist(["verify", "reset", "changed", "alert"]),
	to: v.string(),
	path: v.string(),
	/** The name of the tool that it is about. */
	about: v.exactOptional(v.string()),
});
export type LinkMail = v.InferOutput<typeof linkMail>;

/** The schemas of the messages of each queue. */
export const messageSchemas = {
	/** Cache tags to purge from the edge cache. */
	purges: v.object({ tags: v.array(v.string()) }),
	/** An e-mail with a link, or the id of a row of the outbox. */
	mails: v.union([linkMail, v.object({ outbox: v.string() })]),
	/**
	 * The id of a due order, refund or event; of a paid order whose tax is due,
	 * or a refund whose tax is to be reversed.
	 */
	payments: v.object({
		task: v.picklist(["order", "refund", "event", "tax", "tax_reversal"]),
		id: v.string(),
	}),
	/** A page of Stripe's list of events between two timestamps. */
	events: v.object({
		since: v.number(),
		until: v.number(),
		/** The id of the previous page's last event. */
		after: v.exactOptional(v.string()),
	}),
	/** The id of an import that has work left. */
	imports: v.object({ id: v.string() }),
	/** A scheduled job to run. */
	jobs: v.object({ job: v.picklist(jobNames) }),
};

export type QueueName = keyof typeof messageSchemas;
export type Message<Name extends QueueName> = v.InferOutput<(typeof messageSchemas)[Name]>;

const queueNames = Object.keys(messageSchemas) as QueueName[];

const queueBindings = {
	purges: "PURGES",
	mails: "MAILS",
	payments: "PAYMENTS",
	events: "EVENTS",
	imports: "IMPORTS",
	jobs: "JOBS",
} as const satisfies Record<QueueName, keyof Env>;

/** Maximum messages of one batch (Cloudflare docs: Queues, Limits). */
const maxBatchSize = 100;

/**
 * Sends a message, at most 128 KB as JSON, to a queue. It is delivered after `delaySeconds`. Rejects if
 * the queue does not accept it.
 */
export async function send<Name extends QueueName>(
	name: Name,
	message: Message<Name>,
	{ delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
	await queueFor(name).send(message, { delaySeconds });
}

/** Sends a message that was stored, and returns whether this version of the shop has such a message. */
export async function sendParsed(queue: string, body: unknown): Promise<boolean> {
	const name = queueNames.find((queueName) => queueName === queue);
	if (!name) return false;
	const schema: v.GenericSchema = messageSchemas[name];
	const parsed = v.safeParse(schema, body);
	if (!parsed.success) return false;
	const binding: Queue<unknown> = queueFor(name);
	await binding.send(parsed.output);
	return true;
}

/** Sends many messages, in batches of a hundred. If it rejects, earlier batches may have been sent. */
export async function sendAll<Name extends QueueName>(
	name: Name,
	messages: readonly Message<Name>[],
	{ delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
	for (let start = 0; start < messages.length; start += maxBatchSize) {
		const chunk = messages.slice(start, start + maxBatchSize).map((body) => ({ body }));
		await queueFor(name).sendBatch(chunk, { delaySeconds });
	}
}

function queueFor<Name extends QueueName>(name: Name): Queue<Message<Name>> {
	return env[queueBindings[name]];
}

/** A parsed message, as a consumer gets it. */
export type ReceivedMessage<Name extends QueueName> = Pick<
	BatchMessage<Message<Name>>,
	"id" | "body" | "attempts" | "ack" | "retry"
>;

type BatchMessage<Body> = MessageBatch<Body>["messages"][number];

/**
 * Parses the messages of a batch. One that does not match its queue's schema is acknowledged and logged
 * as `message`, because no retry can succeed.
 */
export function parseMessages<Name extends QueueName>(
	name: Name,
	batch: MessageBatch<unknown>,
): ReceivedMessage<Name>[] {
	const schema: v.GenericSchema<unknown, Message<Name>> = messageSchemas[name];
	return batch.messages.flatMap((message) => {
		const parsed = v.safeParse(schema, message.body);
		if (!parsed.success) {
			logError("message", undefined, { queue: name, attempts: message.attempts });
			message.ack();
			return [];
		}
		const { id, attempts } = message;
		return [
			{
				id,
				body: parsed.output,
				attempts,
				ack: () => message.ack(),
				retry: (options?: QueueRetryOptions) => message.retry(options),
			},
		];
	});
}
