/**
 * Working off the queue of payments. A message may come twice, or late: each piece of work looks first
 * whether there is anything left to do. One that fails waits on its own, longer each time.
 */

import { logError } from "../../platform/log.ts";
import { type Message, parseMessages, type ReceivedMessage } from "../../platform/queues.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings.ts";
import { runThrottled } from "../../platform/throttle.ts";
import { ShopError } from "../errors.ts";
import { findAnyOrder } from "../orders/orders.server.ts";
import { postponeOrder, scheduleNextCheck } from "../orders/reservations.server.ts";
import { closeOrder } from "./close-order.server.ts";
import { postponeEvent, retryEvent } from "./events.server.ts";
import { issueRefund, postponeRefund } from "./refunds.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** As many of a kind are under way at once as keep the pace where each takes so long, in seconds. */
const patienceS = 2 / 3;

/** Most of a kind at once: as many as a Worker has connections (Cloudflare docs: Workers limits). */
const mostLanes = 6;

interface JobHandler {
	run: (id: string) => Promise<void>;
	/** Puts off the next try, after a failure. */
	postpone: (id: string) => Promise<void>;
}

const handlers: Record<Message<"payments">["task"], JobHandler> = {
	order: { run: checkOrder, postpone: postponeOrder },
	refund: { run: (id) => issueRefund(id), postpone: postponeRefund },
	event: { run: retryEvent, postpone: postponeEvent },
};

/**
 * Works off a batch: the kinds beside each other, each at the pace that Stripe's limits leave it,
 * because each asks another endpoint. What fails is logged, a line each, and tried again later.
 */
export async function consumePaymentBatch(batch: MessageBatch<unknown>): Promise<void> {
	const byTask = Map.groupBy(parseMessages("payments", batch), ({ body }) => body.task);
	const perSecond = stripeJobCallsPerSecond();
	const concurrency = Math.min(Math.ceil(perSecond * patienceS), mostLanes);
	await Promise.all(
		[...byTask.values()].map((messages) =>
			runThrottled(messages, { concurrency, perSecond }, runJob),
		),
	);
}

async function runJob(message: ReceivedMessage<"payments">): Promise<void> {
	const { task, id } = message.body;
	try {
		await handlers[task].run(id);
	} catch (error) {
		const code = error instanceof ShopError ? error.code : "internal";
		logError(code, error, { job: "payments", task, subject: id });
		try {
			await handlers[task].postpone(id);
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
			await settlePayment(await retrieveIntent(order.paymentIntentId), null, order);
		return scheduleNextCheck(order);
	}
	try {
		await closeOrder(order, "expired");
	} catch (error) {
		// The payment turned out to have gone through: that is as good.
		if (!(error instanceof ShopError && error.code === "already_paid")) throw error;
	}
}
