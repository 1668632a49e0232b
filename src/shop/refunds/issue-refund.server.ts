/** Issues due refunds at Stripe, once each, and records what came of them. */
import { type AnyColumn, and, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { isPaidLine, orderLines, orders } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import type { RetriedRows } from "../../platform/claim-due.ts";
import { batch, chain, database, inList, type Statement } from "../../platform/database.ts";
import { logError } from "../../platform/log.ts";
import { purge } from "../../platform/page-cache.ts";
import {
	callStripe,
	isAlreadyRefunded,
	isRejectedByStripe,
	isStripeServerError,
} from "../../platform/stripe.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { addCreditNotes } from "../invoices/insert-invoices.server.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { addToOutbox, type OutboxRow, sendFromOutbox } from "../outbox/outbox.server.ts";
import {
	type Refund,
	selectRefunds,
	toRefunds,
	updateRefundSums,
} from "./payment-of-refunds.server.ts";
import { isRefundActive } from "./refunds.ts";
import { type ChangedRefund, sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

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
			})
			.from(orders)
			.where(eq(orders.id, ofRefund)),
	});
	const [refund] = toRefunds(found);
	const [order] = found.orders;
	if (!refund || !order) return;
	const made = await createStripeRefund(refund, formatOrderNumber(order.number));
	const lineIds = refund.lines.map(({ lineId }) => lineId);
	const sums = updateRefundSums(lineIds);
	if (!made || (!isRefundActive(made.status) && refund.reason !== "not_awaited")) {
		logError("refund_failed", undefined, { intent: refund.intentId, subject: made?.id ?? id });
		const failed = failRefunds([{ refund, stripeRefundId: made?.id }]);
		const results = await batch<Record<string, Statement>>({ ...failed, sums });
		purgeStockOf(results);
		sendTaxesOf(results);
		return;
	}
	const results = await batch({
		done: finishRefund(refund, made),
		...recordRefund(
			{ ...refund, lineIds: lineIds.length > 0 ? lineIds : [order.firstLineId] },
			made,
		),
		...addCreditNotes(refund.orderId, new Date()),
		sums,
	});
	sendRecorded(results, [made]);
	sendTaxReversals(results.done);
}

/** The statement that marks a due refund as done. */
export function finishRefund({ id, orderId, reason }: Refund, made: Stripe.Refund) {
	return database()
		.update(refunds)
		.set({
			status: "done",
			stripeRefundId: made.id,
			doneAt: new Date(),
			retryAt: null,
			taxDueAt: reason === "not_awaited" ? null : taxDueAt(orderId),
		})
		.where(and(eq(refunds.id, id), eq(refunds.status, "due")))
		.returning({ id: refunds.id, taxDueAt: refunds.taxDueAt });
}

interface FailedRefund {
	refund: Refund;
	/** Undefined if Stripe has not made it. */
	stripeRefundId: string | undefined;
}

/**
 * The statements that mark refunds as failed, which is final. The pieces that one returned to the stock are
 * taken back if the line can be shipped again: if it is neither shipped nor cancelled, and no other refund
 * of it is left. If they were ordered by others meanwhile, it stays restocked and has to be refunded again.
 * Pass the results to `purgeStockOf` and `sendTaxesOf` after the batch.
 */
export function failRefunds(failed: readonly FailedRefund[]): Record<string, Statement> {
	return Object.assign(
		{},
		...failed.flatMap(({ refund, stripeRefundId }) => [
			// First, because it happens only once, with the refund's failure.
			...refund.lines
				.filter(({ restock }) => restock)
				.map(({ lineId }) => takeBack(refund.id, lineId)),
			{ [`failed ${refund.id}`]: failRefund(refund.id, stripeRefundId) },
		]),
	);
}

function failRefund(id: string, stripeRefundId: string | undefined) {
	return database()
		.update(refunds)
		.set({
			status: "failed",
			retryAt: null,
			// The reversal of its tax is undone, also one that is being made.
			taxDueAt: sql`case when ${refunds.taxReversalId} is not null or ${refunds.taxDueAt} is not null then ${Date.now() + baseDelayMs} end`,
			...(stripeRefundId && { stripeRefundId }),
		})
		.where(and(eq(refunds.id, id), ne(refunds.status, "failed")))
		.returning({ id: refunds.id, taxDueAt: refunds.taxDueAt });
}

/** The statements that take the pieces of a line from the stock again, before its refund has failed. */
function takeBack(id: string, lineId: string) {
	const db = database();
	const isFailing = sql`exists (select 1 from ${refunds} where ${refunds.id} = ${id} and ${refunds.status} <> 'failed')`;
	const noOtherLeft = sql`not exists (select 1 from ${refundLines} join ${refunds} on ${refunds.id} = ${refundLines.refundId} where ${refundLines.lineId} = ${lineId} and ${refunds.id} <> ${id} and ${refunds.status} <> 'failed')`;
	const canShipAgain = sql`${isFailing} and ${isPaidLine} and ${orderLines.status} = 'Pending' and ${orderLines.cancelledAt} is null and ${orderLines.restockedAt} is not null and ${noOtherLeft}`;
	const pieces = sql`${orderLines.quantity} - ${orderLines.restockedPieces}`;
	const ofLine = (value: AnyColumn | SQL) =>
		sql`(select ${value} from ${orderLines} where ${orderLines.id} = ${lineId} and ${canShipAgain})`;
	return chain(
		{
			[`${stockTaken} ${id} ${lineId}`]: db
				.update(tools)
				.set({
					quantity: sql`${tools.quantity} - ${ofLine(pieces)}`,
					updatedAt: new Date(),
				})
				.where(and(eq(tools.id, ofLine(orderLines.toolId)), gte(tools.quantity, ofLine(pieces))))
				.returning({ toolId: tools.id }),
		},
		{
			[`taken back ${id} ${lineId}`]: (changed) =>
				db
					.update(orderLines)
					.set({ restockedAt: null })
					.where(and(eq(orderLines.id, lineId), changed)),
		},
	);
}

/** Queues the reversals of the tax of refunds that a batch has stored as done or as failed, or their undoing. */
export function sendTaxesOf(results: Record<string, unknown>): void {
	for (const [name, changed] of Object.entries(results)) {
		if (/^(imported|finished|failed)/.test(name)) sendTaxReversals(changed as ChangedRefund[]);
	}
}

/** The names of the statements that take pieces from the stock start with it. */
const stockTaken = "stock";

/** Purges the pages of the tools whose stock `failRefunds` has changed. */
export function purgeStockOf(results: Record<string, unknown>): void {
	for (const [name, result] of Object.entries(results)) {
		if (!name.startsWith(`${stockTaken} `)) continue;
		for (const { toolId } of result as { toolId: string }[]) purge("tools", `tool:${toolId}`);
	}
}

/**
 * The statements that record a refund that was made at Stripe, or onto a card, once, in the batch that stores it as done: the
 * audit entries of its lines, and one mail. A cancelled order has a mail of its own.
 */
export function recordRefund(
	refund: Pick<Refund, "id" | "orderId" | "createdBy" | "reason"> & { lineIds: readonly string[] },
	made: Pick<Stripe.Refund, "id" | "amount" | "currency">,
): Record<string, Statement> {
	const { id, orderId, createdBy, reason, lineIds } = refund;
	const isMade =
		made.id === id ? sql`${refunds.id} = ${id}` : sql`${refunds.stripeRefundId} = ${made.id}`;
	const isDone = sql`exists (select 1 from ${refunds} where ${isMade} and ${refunds.status} = 'done')`;
	const { toolName: name, quantity } = orderLines;
	const [alone, ...others] = lineIds;
	const isAlone = alone !== undefined && others.length === 0;
	const ofLine = sql`(select ${refundLines.amountCents} from ${refundLines} where ${refundLines.refundId} = ${id} and ${refundLines.lineId} = ${orderLines.id})`;
	const audit = insertAuditEvent(
		{
			id: isAlone ? made.id : sql`${made.id} || '-' || ${orderLines.id}`,
			action: "order.refunded",
			actorId: createdBy,
			subject: sql`${orderLines.id}`,
			detail: { name, quantity, cents: isAlone ? made.amount : ofLine },
		},
		sql`from ${orderLines} where ${and(inList(orderLines.id, lineIds), isDone)}`,
	).onConflictDoNothing();
	const payload = { cents: made.amount, currency: made.currency.toUpperCase(), refundId: id };
	const outbox = addToOutbox(
		{
			id: `refund-${made.id}`,
			kind: "order.refunded",
			subject: isAlone ? alone : orderId,
			payload,
		},
		reason === "cancelled" ? sql`false` : isDone,
	);
	return { [`audit ${made.id}`]: audit, [`outbox ${made.id}`]: outbox };
}

/** Sends the mails that `recordRefund` has added. */
export function sendRecorded(
	results: Record<string, unknown>,
	made: readonly Pick<Stripe.Refund, "id">[],
): void {
	for (const { id } of made) {
		const added = results[`outbox ${id}`] as Pick<OutboxRow, "id" | "availableAt">[] | undefined;
		sendFromOutbox(added ?? []);
	}
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

/** Refunds of a page: Stripe's maximum. */
const pageSize = 100;

/** Maximum number of refunds read, ten pages. Older ones were read when they were new. */
const maxRefunds = 1000;

/** Returns the refunds of a payment, the newest first. Throws Stripe's errors (`payments_*`). */
export function listRefunds(intentId: string): Promise<Stripe.Refund[]> {
	return callStripe((stripe) =>
		stripe.refunds
			.list({ payment_intent: intentId, limit: pageSize })
			.autoPagingToArray({ limit: maxRefunds }),
	);
}
