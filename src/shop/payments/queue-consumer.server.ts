/**
 * Consumes the payments queue. A message may arrive twice or late, so each job first checks whether
 * there is anything left to do. A failed job is retried by itself, with exponential backoff.
 */

import { errorCode } from "../../errors.ts";
import { logError } from "../../platform/log.ts";
import { type Message, parseMessages, type ReceivedMessage } from "../../platform/queues.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings.ts";
import { runThrottled } from "../../platform/throttle.ts";
import { isOpen } from "../orders/order-states.ts";
import { findOrder, postponeOrder, scheduleNextCheck } from "../orders/orders.server.ts";
import { postponeTax, recordTax } from "../orders/record-tax.server.ts";
import { issueRefund, postponeRefund } from "../refunds/issue-refund.server.ts";
import { postponeTaxReversal, reverseTaxOfRefund } from "../refunds/reverse-tax.server.ts";
import { closeOrder } from "./close-line.server.ts";
import { postponeEvent, retryEvent } from "./events.server.ts";
import { recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** Expected duration of a job in seconds. The concurrency is high enough to keep up the rate with it. */
const expectedJobSeconds = 2 / 3;

/** Maximum concurrency of each kind: a Worker's limit of open connections (Cloudflare docs: Workers limits). */
const maxConcurrency = 6;

interface JobHandler {
	run: (id: string) => Promise<void>;
	/** Delays the next attempt after a failure. */
	postpone: (id: string) => Promise<void>;
}

const handlers: Record<Message<"payments">["task"], JobHandler> = {
	order: { run: checkOrder, postpone: postponeOrder },
	refund: { run: issueRefund, postpone: postponeRefund },
	event: { run: async (id) => void (await retryEvent(id)), postpone: postponeEvent },
	tax: { run: async (id) => void (await recordTax(id)), postpone: postponeTax },
	tax_reversal: { run: reverseTaxOfRefund, postpone: postponeTaxReversal },
};

/**
 * Consumes a batch: all kinds in parallel, each at the rate that Stripe's limits allow, because each
 * kind calls another endpoint. A failure is logged in a line of its own and retried later.
 */
export async function consumePaymentBatch(batch: MessageBatch<unknown>): Promise<void> {
	const byTask = Map.groupBy(parseMessages("payments", batch), ({ body }) => body.task);
	const perSecond = stripeJobCallsPerSecond();
	const concurrency = Math.min(Math.ceil(perSecond * expectedJobSeconds), maxConcurrency);
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
		logError(errorCode(error), error, { job: "payments", task, subject: id });
		try {
			await handlers[task].postpone(id);
		} catch {
			// The database is unavailable: the queue delivers the message again.
			return message.retry();
		}
	}
	message.ack();
}

/**
 * Closes an unpaid order that has expired, unless its payment is processed; otherwise checks whether
 * its payment succeeded, is processed or failed.
 */
async function checkOrder(id: string): Promise<void> {
	const order = await findOrder(id);
	if (!order || !isOpen(order)) return;
	if (order.expiresAt.getTime() > Date.now() || order.processingAt) {
		if (order.paymentIntentId) {
			const intent = await retrieveIntent(order.paymentIntentId);
			await settlePayment(intent, null, order);
			await recordProcessing(order, intent);
		}
		return scheduleNextCheck(order);
	}
	try {
		await closeOrder(order, "expired");
	} catch (error) {
		const code = errorCode(error);
		if (code === "payment_processing") return scheduleNextCheck(order);
		// The payment had succeeded, and the order is paid now.
		if (code !== "already_paid") throw error;
	}
}
