/**
 * The shop's queues (Cloudflare docs: Queues): what is sent to each, and how it is read again. What is
 * done with it stands in http/queue-consumers.ts. A message may outlive a deployment: each version takes what
 * the version before it has sent.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { mailTemplates } from "../messages.ts";
import { logError } from "./log.ts";

const mailKinds = Object.keys(mailTemplates) as (keyof typeof mailTemplates)[];

/** The shape of the messages of each queue. */
export const messageSchemas = {
	/** Tags of pages that the platform's cache has to drop. */
	purges: v.object({ tags: v.array(v.string()) }),
	/** A mail to send: which, to whom, and the path of the shop it leads to, which may hold a token. */
	mails: v.object({ kind: v.picklist(mailKinds), to: v.string(), path: v.string() }),
	/** An order, refund or event that is due, by its id. */
	payments: v.object({ task: v.picklist(["order", "refund", "event"]), id: v.string() }),
	/** A page of Stripe's list of events, from when to when. */
	events: v.object({
		since: v.number(),
		until: v.number(),
		/** The event that the page before ended with. */
		after: v.exactOptional(v.string()),
	}),
};

export type QueueName = keyof typeof messageSchemas;
export type Message<Name extends QueueName> = v.InferOutput<(typeof messageSchemas)[Name]>;

const queueBindings = {
	purges: "PURGES",
	mails: "MAILS",
	payments: "PAYMENTS",
	events: "EVENTS",
} as const satisfies Record<QueueName, keyof Env>;

/** Most messages that one call may send (Cloudflare docs: Queues, Limits). */
const maxBatchSize = 100;

/**
 * Sends a message, of at most 128 KB as JSON, to a queue; it is delivered after `delaySeconds`.
 * Rejects where the platform does not take it.
 */
export async function send<Name extends QueueName>(
	name: Name,
	message: Message<Name>,
	{ delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
	await queueFor(name).send(message, { delaySeconds });
}

/** The same of many messages, a hundred a call. Where it rejects, the first hundreds may be sent. */
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

/** A message as a consumer gets it. */
export type ReceivedMessage<Name extends QueueName> = Pick<
	BatchMessage<Message<Name>>,
	"id" | "body" | "attempts" | "ack" | "retry"
>;

type BatchMessage<Body> = MessageBatch<Body>["messages"][number];

/**
 * The messages of a batch. One that is not of its queue's shape is acknowledged and logged as
 * `message`: trying it again would only keep the others back.
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
