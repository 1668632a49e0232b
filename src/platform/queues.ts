/**
 * The shop's queues (Cloudflare docs: Queues): what is sent to each, and how it is read again. What is
 * done with it stands in http/queues.ts. A message may outlive a deployment: each version takes what
 * the version before it has sent.
 */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { mailMessages } from "../messages.ts";
import { logFault } from "./log.ts";

const mailKinds = Object.keys(mailMessages) as (keyof typeof mailMessages)[];

/** The shape of the messages of each queue. */
export const messageShapes = {
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

export type QueueName = keyof typeof messageShapes;
export type Message<Name extends QueueName> = v.InferOutput<(typeof messageShapes)[Name]>;

const bindings = {
	purges: "PURGES",
	mails: "MAILS",
	payments: "PAYMENTS",
	events: "EVENTS",
} as const satisfies Record<QueueName, keyof Env>;

/** Most messages that one call may send (Cloudflare docs: Queues, Limits). */
const mostAtOnce = 100;

/**
 * Sends a message, of at most 128 KB as JSON, to a queue; it is delivered after `delaySeconds`.
 * Rejects where the platform does not take it.
 */
export async function send<Name extends QueueName>(
	name: Name,
	message: Message<Name>,
	{ delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
	await queueOf(name).send(message, { delaySeconds });
}

/** The same of many messages, a hundred a call. Where it rejects, the first hundreds may be sent. */
export async function sendAll<Name extends QueueName>(
	name: Name,
	messages: readonly Message<Name>[],
	{ delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
	for (let start = 0; start < messages.length; start += mostAtOnce) {
		const some = messages.slice(start, start + mostAtOnce).map((body) => ({ body }));
		await queueOf(name).sendBatch(some, { delaySeconds });
	}
}

function queueOf<Name extends QueueName>(name: Name): Queue<Message<Name>> {
	return env[bindings[name]];
}

/** A message as a consumer gets it. */
export type Delivered<Name extends QueueName> = Pick<
	MessageOf<Message<Name>>,
	"id" | "body" | "attempts" | "ack" | "retry"
>;

type MessageOf<Body> = MessageBatch<Body>["messages"][number];

/**
 * The messages of a batch. One that is not of its queue's shape is acknowledged and logged as
 * `message`: trying it again would only keep the others back.
 */
export function delivered<Name extends QueueName>(
	name: Name,
	batch: MessageBatch<unknown>,
): Delivered<Name>[] {
	const shape: v.GenericSchema<unknown, Message<Name>> = messageShapes[name];
	return batch.messages.flatMap((message) => {
		const read = v.safeParse(shape, message.body);
		if (!read.success) {
			logFault("message", undefined, { queue: name, attempts: message.attempts });
			message.ack();
			return [];
		}
		const { id, attempts } = message;
		return [
			{
				id,
				body: read.output,
				attempts,
				ack: () => message.ack(),
				retry: (options?: QueueRetryOptions) => message.retry(options),
			},
		];
	});
}
