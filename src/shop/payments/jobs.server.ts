/**
 * Working off the queue of payments. A message may come twice, or late: each piece of work looks first
 * whether there is anything left to do. One that fails waits on its own, longer each time.
 */
import { ShopError } from "../../http/errors.ts";
import { logFault } from "../../platform/log.ts";
import { paced } from "../../platform/pace.ts";
import { type Delivered, delivered, type Message } from "../../platform/queues.ts";
import { jobCallsPerSecond } from "../../platform/settings.ts";
import { nextLook, postponeOrder } from "../orders/holds.server.ts";
import { findAnyOrder } from "../orders/orders.server.ts";
import { closeOrder } from "./closing.server.ts";
import { postponeEvent, retryEvent } from "./events.server.ts";
import { readEvents } from "./events-list.server.ts";
import { payRefund, postponeRefund } from "./refunds.server.ts";
import { retrieve, settlePayment } from "./settling.server.ts";

/**
 * How many of one kind are under way at once. A Worker has six connections; where every call to Stripe
 * waits for its time-out, a batch of fifty still ends within four minutes (Cloudflare docs: Workers
 * limits; Queues limits).
 */
const lanes = 4;

type Job = Message<"payments">;

interface Kind<J extends Job> {
	work: (job: J) => Promise<void>;
	/** Puts off the next try, after a failure. */
	postpone: (job: J) => Promise<void>;
}

const kinds: { [Task in Job["task"]]: Kind<Extract<Job, { task: Task }>> } = {
	order: { work: ({ id }) => checkOrder(id), postpone: ({ id }) => postponeOrder(id) },
	refund: { work: ({ id }) => payRefund(id), postpone: ({ id }) => postponeRefund(id) },
	event: { work: ({ id }) => retryEvent(id), postpone: ({ id }) => postponeEvent(id) },
	// Without more: its lease ends, and the next run begins where the last one came to.
	events: { work: readEvents, postpone: async () => undefined },
};

/**
 * Works off a batch: the kinds beside each other, each at the pace that Stripe's limits leave it,
 * because each asks another endpoint. What fails is logged, a line each, and tried again later.
 */
export async function paymentBatch(batch: MessageBatch<unknown>): Promise<void> {
	const byTask = Map.groupBy(delivered("payments", batch), ({ body }) => body.task);
	const perSecond = jobCallsPerSecond();
	await Promise.all(
		[...byTask.values()].map((messages) => paced(messages, { lanes, perSecond }, attempt)),
	);
}

async function attempt(message: Delivered<"payments">): Promise<void> {
	const job = message.body;
	const kind = kinds[job.task] as Kind<Job>;
	try {
		await kind.work(job);
	} catch (error) {
		const code = error instanceof ShopError ? error.code : "internal";
		const subject = "id" in job ? job.id : "list";
		logFault(code, error, { job: "payments", task: job.task, subject });
		try {
			await kind.postpone(job);
		} catch {
			// The database is away: the queue keeps the message.
			return message.retry();
		}
	}
	message.ack();
}

/** Ends an unpaid order whose time is up; of another, sees whether its payment went through. */
async function checkOrder(id: string): Promise<void> {
	const order = await findAnyOrder(id);
	if (!order || order.transactionId || order.closedAt) return;
	if (order.expiresAt.getTime() > Date.now()) {
		if (order.paymentIntentId)
			await settlePayment(await retrieve(order.paymentIntentId), null, order);
		return nextLook(order);
	}
	try {
		await closeOrder(order, "expired");
	} catch (error) {
		// The payment turned out to have gone through: that is as good.
		if (!(error instanceof ShopError && error.code === "already_paid")) throw error;
	}
}
