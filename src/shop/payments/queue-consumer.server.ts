/**
 * Consumes the payments queue. A message may arrive twice or late, so each job first checks whether
 * there is anything left to do. A failed job is retried by itself, with exponential backoff.
 */

import { errorCode } from "../../errors.ts";
import { postpone, type RetriedRows } from "../../platform/database/claim-due.ts";
import { runThrottled } from "../../platform/limits/throttle.ts";
import { logError } from "../../platform/services/log.ts";
import {
	type Message,
	parseMessages,
	type ReceivedMessage,
} from "../../platform/services/queues.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings/settings.ts";
import { dueTaxes, recordTax } from "../costs/record-tax.server.ts";
import { isOpen } from "../orders/order-conditions.ts";
import { dueOrders, findOrder, scheduleNextCheck } from "../orders/orders.server.ts";
import { dueRefunds, issueRefund } from "../refunds/issue-refund.server.ts";
import { dueTaxReversals, reverseTaxOfRefund } from "../refunds/reverse-tax.server.ts";
import { closeOrder } from "./close-line.server.ts";
import { dueEvents, retryEvent } from "./events.server.ts";
import { settleByCards } from "./pay-by-cards.server.ts";
import { extendReservation, recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/** Expected duration of a job in seconds. The concurrency is high enough to keep up the rate with it. */
const expectedJobSeconds = 2 / 3;

/** Maximum concurrency of each kind: a Worker's limit of open connections (Cloudflare docs: Workers limits). */
const maxConcurrency = 6;

/** The work of the payments queue by its task, and the rows that are due for it. */
export const paymentJobs: Record<
	Message<"payments">["task"],
	{ run: (id: string) => Promise<unknown>; rows: RetriedRows }
> = {
	order: { run: checkOrder, rows: dueOrders },
	refund: { run: issueRefund, rows: dueRefunds },
	event: { run: retryEvent, rows: dueEvents },
	tax: { run: recordTax, rows: dueTaxes },
	tax_reversal: { run: reverseTaxOfRefund, rows: dueTaxReversals },
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
		await paymentJobs[task].run(id);
	} catch (error) {
		logError(errorCode(error), error, { job: "payments", task, subject: id });
		try {
			await postpone(paymentJobs[task].rows, id);
		} catch {
			// The database is unavailable: the queue delivers the message again.
			return message.retry();
		}
	}
	message.ack();
}

/**
 * Closes an unpaid order that has expired, unless gift cards pay all of it or its payment is processed; otherwise checks
 * whether its payment succeeded, is processed or failed.
 */
async function checkOrder(id: string): Promise<void> {
	const order = await findOrder(id);
	if (!order || !isOpen(order) || (await settleByCards(order))) return;
	if (order.expiresAt.getTime() > Date.now() || order.processingAt) {
		if (order.paymentIntentId) {
			const intent = await retrieveIntent(order.paymentIntentId);
			await settlePayment(intent, null, order);
			await recordProcessing(order, intent);
		}
		return scheduleNextCheck(order);
	}
	if (order.isUnproved && !order.holdExtendedAt && order.paymentIntentId) {
		const intent = await retrieveIntent(order.paymentIntentId);
		if (await extendReservation(order, intent)) return scheduleNextCheck(order);
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
