/**
 * The scheduled job, the queues and the e-mail service under the model's control: a message waits until a
 * step delivers it, once or twice, late, in another order, or never.
 */
import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { dispatchOutbox } from "../../../src/shop/outbox/outbox.server.ts";
import { reconcile } from "../../../src/shop/payments/reconcile.server.ts";
import { deliverJobs, nextDueTime } from "../../helpers/payment-jobs.ts";
import { deliver } from "../../helpers/queue.ts";
import { type Fault, interceptCall, realDatabase, withFault } from "./faults.ts";

/** Waiting messages of the queues for payments and events, and for e-mails. */
const [jobs, mails]: [unknown[], unknown[]] = [[], []];

function queueInto(messages: unknown[]): Queue {
	const add = (bodies: unknown[]) => interceptCall(async () => void messages.push(...bodies));
	return {
		send: (body: unknown) => add([body]),
		sendBatch: (batch: Iterable<{ body: unknown }>) => add([...batch].map(({ body }) => body)),
	} as unknown as Queue;
}

/** A delivery of one e-mail. */
interface Delivery {
	id: string;
	isServiceAway: boolean;
	isSent: boolean;
}

const current = new AsyncLocalStorage<Delivery>();

/** How often the e-mail of each outbox row was sent. */
export const sentMails = new Map<string, number>();
/** How many deliveries of each outbox row were cut off after the e-mail was sent. */
export const cutOffMails = new Map<string, number>();

const addTo = (counts: Map<string, number>, id: string) =>
	counts.set(id, (counts.get(id) ?? 0) + 1);

async function sendMail(): Promise<unknown> {
	const delivery = current.getStore();
	return interceptCall(async () => {
		if (delivery?.isServiceAway) throw new Error("the mail service is away");
		if (delivery) {
			delivery.isSent = true;
			addTo(sentMails, delivery.id);
		}
		return { messageId: "<model@example.test>" };
	});
}

Object.assign(env, {
	PAYMENTS: queueInto(jobs),
	EVENTS: queueInto(jobs),
	MAILS: queueInto(mails),
	MAIL: { send: sendMail },
});

/** What happens to the messages that wait. */
export const deliveryModes = ["once", "twice", "reversed", "one by one", "lost"] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

/** Runs the scheduled job when everything is due; the messages wait. */
export async function runScheduledJob(fault: Fault): Promise<void> {
	const now = nextDueTime();
	await realDatabase.batch([
		// The consumer of e-mails has the real time: what is available at the job's time must be so for it too.
		realDatabase
			.prepare("update outbox set available_at = 1 where available_at <= ? and done_at is null")
			.bind(now),
		// A poll overlaps the one before by ten minutes. All events of earlier scenarios have been handled.
		realDatabase.prepare("update event_cursors set since = max(since, ?)").bind(scenarioStart),
	]);
	const run = () => Promise.all([reconcile(now), dispatchOutbox(now)]);
	await withFault(fault, () =>
		run().catch((error: unknown) => {
			if (fault.kind !== "db-error") throw error;
		}),
	);
}

/** Delivers the messages that wait, and those that are sent meanwhile. */
export async function deliverMessages(
	mode: DeliveryMode,
	{ fault, isMailAway = false }: { fault: Fault; isMailAway?: boolean },
): Promise<void> {
	for (let rounds = 0; jobs.length > 0 || mails.length > 0; rounds += 1) {
		if (rounds === 100) throw new Error("the queues never empty");
		const [jobBatch, mailBatch] = [jobs.splice(0), mails.splice(0)];
		if (mode === "lost") return;
		if (mode === "reversed") for (const batch of [jobBatch, mailBatch]) batch.reverse();
		const batches = mode === "one by one" ? jobBatch.map((job) => [job]) : [jobBatch];
		for (const batch of batches) {
			const run = () => withFault(fault, () => deliverJobs(batch));
			await Promise.all(mode === "twice" ? [run(), run()] : [run()]);
		}
		for (const message of mailBatch) {
			const id = (message as { outbox?: string }).outbox;
			if (id === undefined) continue;
			const run = () => deliverMail(id, fault, isMailAway);
			await Promise.all(mode === "twice" ? [run(), run()] : [run()]);
		}
		await backgroundWork();
	}
}

/** Waits for what continues after a response, such as sending to a queue. */
function backgroundWork(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve));
}

async function deliverMail(id: string, fault: Fault, isServiceAway: boolean): Promise<void> {
	const delivery: Delivery = { id, isServiceAway, isSent: false };
	const outcome = await current.run(delivery, () =>
		withFault(fault, () => deliver("cogsmith-mails", [{ outbox: id }])),
	);
	if (outcome === "crashed" && delivery.isSent) addTo(cutOffMails, id);
}

/**
 * One run of the scheduled job and its messages without any fault, as five minutes after all others. By
 * then the leases of deliveries that were cut off have ended.
 */
export async function runJobWithoutFaults(): Promise<void> {
	await realDatabase.prepare("update outbox set leased_until = null where done_at is null").run();
	await backgroundWork();
	await runScheduledJob({ kind: "none" });
	await deliverMessages("once", { fault: { kind: "none" } });
}

/** In UTC milliseconds. */
let scenarioStart = 0;

/** Drops messages, finished e-mails and events of an earlier scenario, which only cost time. */
export async function clearQueues(): Promise<void> {
	await backgroundWork();
	scenarioStart = Date.now();
	for (const list of [jobs, mails]) list.length = 0;
	for (const counts of [sentMails, cutOffMails]) counts.clear();
	// A withdrawal is tried again for as long as its payment is disputed.
	await realDatabase
		.prepare("delete from outbox where done_at is not null or kind = 'return.wait_ends'")
		.run();
}
