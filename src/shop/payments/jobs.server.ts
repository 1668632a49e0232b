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
import { payRefund, postponeRefund } from "./refunds.server.ts";
import { retrieve, settlePayment } from "./settling.server.ts";

/** As many of a kind are under way at once as keep the pace where each takes so long, in seconds. */
const patienceS = 2 / 3;

/** Most of a kind at once: as many as a Worker has connections (Cloudflare docs: Workers limits). */
const mostLanes = 6;

interface Kind {
	work: (id: string) => Promise<void>;
	/** Puts off the next try, after a failure. */
	postpone: (id: string) => Promise<void>;
}

const kinds: Record<Message<"payments">["task"], Kind> = {
	order: { work: checkOrder, postpone: postponeOrder },
	refund: { work: (id) => payRefund(id), postpone: postponeRefund },
	event: { work: retryEvent, postpone: postponeEvent },
};

/**
 * Works off a batch: the kinds beside each other, each at the pace that Stripe's limits leave it,
 * because each asks another endpoint. What fails is logged, a line each, and tried again later.
 */
export async function paymentBatch(batch: MessageBatch<unknown>): Promise<void> {
	const byTask = Map.groupBy(delivered("payments", batch), ({ body }) => body.task);
	const perSecond = jobCallsPerSecond();
	const lanes = Math.min(Math.ceil(perSecond * patienceS), mostLanes);
	await Promise.all(
		[...byTask.values()].map((messages) => paced(messages, { lanes, perSecond }, attempt)),
	);
}

async function attempt(message: Delivered<"payments">): Promise<void> {
	const { task, id } = message.body;
	try {
		await kinds[task].work(id);
	} catch (error) {
		const code = error instanceof ShopError ? error.code : "internal";
		logFault(code, error, { job: "payments", task, subject: id });
		try {
			await kinds[task].postpone(id);
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
