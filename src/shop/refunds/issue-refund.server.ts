/** Issues due refunds at Stripe, once each, and records what came of them. */
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import type { RetriedRows } from "../../platform/database/claim-due.ts";
import { batch, database } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import {
	callStripe,
	isAlreadyRefunded,
	isRejectedByStripe,
	isStripeServerError,
} from "../../platform/services/stripe.ts";
import { addCreditNotes } from "../invoices/insert-invoices.server.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import { leftCents } from "./divide-refund.ts";
import { importRefunds, listRefunds } from "./import-refunds.server.ts";
import {
	leftOf,
	type Refund,
	readPaidLines,
	selectRefunds,
	toRefunds,
	updateRefundSums,
} from "./payment-of-refunds.server.ts";
import { failRefunds, finishRefund, recordRefund, sendFailed } from "./record-refund.server.ts";
import { isRefundActive } from "./refunds.ts";
import { sendTaxReversals } from "./reverse-tax.server.ts";

/** Issues a refund that is due. Does nothing if it is not due any more. Throws Stripe's errors (`payments_*`). */
export async function issueRefund(id: string): Promise<void> {
	const ofRefund = sql`(select ${refunds.orderId} from ${refunds} where ${refunds.id} = ${id})`;
	const found = await batch({
		...selectRefunds(and(eq(refunds.id, id), eq(refunds.status, "due"))),
		orders: database()
			.select({
				number: orders.number,
				firstLineId:
					sql<string>`(select one.id from ${orderLines} as one where one.order_id = "orders"."id" order by one.number limit 1)`.as(
						"first_line_id",
					),
				isBesideCards:
					sql<number>`exists (select 1 from ${refunds} where ${refunds.orderId} = "orders"."id" and ${refunds.giftCardId} is not null)`.as(
						"is_beside_cards",
					),
			})
			.from(orders)
			.where(eq(orders.id, ofRefund)),
	});
	const [refund] = toRefunds(found);
	const [order] = found.orders;
	if (!refund || !order) return;
	const isTaken = order.isBesideCards ? await isTakenMeanwhile(refund) : false;
	if (isTaken === undefined) return;
	const number = formatOrderNumber(order.number);
	const made = isTaken ? undefined : await createStripeRefund(refund, number);
	const lineIds = refund.lines.map(({ lineId }) => lineId);
	const sums = updateRefundSums(lineIds);
	if (!made || (!isRefundActive(made.status) && refund.reason !== "not_awaited")) {
		logError("refund_failed", undefined, { intent: refund.intentId, subject: made?.id ?? id });
		const failed = failRefunds([{ refund, stripeRefundId: made?.id }]);
		const results = await batch({ failed, sums });
		sendFailed(results.failed);
		return;
	}
	const results = await batch({
		done: finishRefund(refund, made),
		recorded: recordRefund(
			{ ...refund, lineIds: lineIds.length > 0 ? lineIds : [order.firstLineId] },
			made,
		),
		...addCreditNotes(refund.orderId, new Date()),
		sums,
	});
	sendFromOutbox(results.recorded.outbox);
	sendTaxReversals(results.done);
}

/**
 * Whether refunds of the Dashboard leave less of its lines than a refund asks for; undefined if it is due no more. Stripe
 * rejects what is more than it still has of the payment, but knows nothing of what went onto cards as store credit.
 */
async function isTakenMeanwhile({ id, intentId }: Refund): Promise<boolean | undefined> {
	await importRefunds(intentId);
	const payment = await readPaidLines(intentId);
	const refund = payment.refunds.find((one) => one.id === id);
	if (refund?.status !== "due") return undefined;
	const left = leftOf(payment, ["done"]);
	return refund.lines.some(({ lineId, amountCents }) =>
		left.some((line) => line.lineId === lineId && leftCents(line) < amountCents),
	);
}

/**
 * Creates the refund at Stripe and returns it; undefined if Stripe rejects it for good. The idempotency
 * key prevents a second one, and so do the refund's metadata: after a failure the refund is looked up
 * before it is created. If Stripe has stored a failure under the key, the next attempt has another one,
 * which concurrent calls share. Of a payment that no order awaits, the rest is refunded; if nothing is left,
 * it is the refund made before.
 */
async function createStripeRefund(
	refund: Refund,
	number: string,
): Promise<Stripe.Refund | undefined> {
	const { id, orderId, intentId, amountCents, reason, failures } = refund;
	const isOfOrder = reason !== "not_awaited";
	const create = (idempotencyKey: string) =>
		callStripe((stripe) =>
			stripe.refunds.create(
				{
					payment_intent: intentId,
					...(isOfOrder && { amount: amountCents }),
					metadata: { orderId, number, refundId: id },
					...(reason === "requested_by_customer" && { reason }),
				},
				{ idempotencyKey },
			),
		);
	const before = failures > 0 ? await findStripeRefund(refund) : undefined;
	if (before) return before;
	try {
		return await create(`refund-${id}`).catch(async (error: unknown) => {
			if (!isStripeServerError(error)) throw error;
			return (await findStripeRefund(refund)) ?? create(`refund-${id}-v${failures + 2}`);
		});
	} catch (error) {
		if (isOfOrder && isRejectedByStripe(error)) return findStripeRefund(refund);
		const existing = isAlreadyRefunded(error) ? await findStripeRefund(refund, true) : undefined;
		if (existing) return existing;
		throw error;
	}
}

/** The refund that Stripe has made already, if its answer was lost; or any that has not failed. */
async function findStripeRefund(
	{ id, intentId }: Refund,
	any = false,
): Promise<Stripe.Refund | undefined> {
	const made = await listRefunds(intentId);
	return made.find(({ metadata, status }) =>
		any ? isRefundActive(status) : metadata?.refundId === id,
	);
}

/** Refunds that are due, for the scheduled job. */
export const dueRefunds: RetriedRows = {
	table: refunds,
	id: refunds.id,
	dueAt: refunds.retryAt,
	failures: refunds.failures,
};
