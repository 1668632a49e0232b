/** The statements that store what became of refunds at Stripe, and what follows from each. */
import { type AnyColumn, and, eq, ne, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { isCancellableLine, orderLines } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { database, inList, type Statement } from "../../platform/database/database.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { addGift } from "../orders/gift.server.ts";
import { addToOutbox, type OutboxRow, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { Refund } from "./payment-of-refunds.server.ts";
import { type ChangedRefund, sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

/**
 * The statement that marks a refund as done: one that is due, or that was given up before Stripe has made it after all. A trigger
 * leaves it no more of each line than there is.
 */
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
		.where(and(eq(refunds.id, id), isAwaitedAtStripe))
		.returning({ id: refunds.id, taxDueAt: refunds.taxDueAt });
}

const isAwaitedAtStripe = sql`(${refunds.status} = 'due' or (${refunds.status} = 'failed' and ${refunds.stripeRefundId} is null))`;

/** Whether Stripe may still make a refund. */
export const isAwaited = ({ status, stripeRefundId }: Refund): boolean =>
	status === "due" || (status === "failed" && stripeRefundId === null);

interface FailedRefund {
	refund: Refund;
	/** Undefined if Stripe has not made it. */
	stripeRefundId: string | undefined;
}

/**
 * The statements that mark refunds as failed, which is final. The pieces that one returned to the stock are
 * taken back if the line can be shipped again: if neither it nor these pieces are cancelled, it is not shipped, and no other
 * refund of it is left. If they were ordered by others meanwhile, it stays restocked and has to be refunded again.
 * Pass the results to `purgeStockOf` and `sendTaxesOf` after the batch.
 */
export function failRefunds(failed: readonly FailedRefund[]): Record<string, Statement> {
	return Object.assign(
		{},
		...failed.flatMap(({ refund, stripeRefundId }) => [
			// First, because it happens only once, with the refund's failure.
			...refund.lines
				.filter(({ restock, pieces }) => restock || (pieces > 0 && refund.reason !== "cancelled"))
				.map((line) => takeBack(refund.id, line)),
			{
				[`failed ${refund.id}`]: failRefund(refund.id, stripeRefundId),
				// Gift cards for somebody that it had stopped go out after all; the scheduled job sends them.
				[`gift ${refund.id}`]: addGift(refund.orderId),
			},
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
function takeBack(id: string, { lineId, restock, pieces: some }: Refund["lines"][number]) {
	const db = database();
	const isFailing = sql`exists (select 1 from ${refunds} where ${refunds.id} = ${id} and ${refunds.status} <> 'failed')`;
	const noOtherLeft = sql`not exists (select 1 from ${refundLines} join ${refunds} on ${refunds.id} = ${refundLines.refundId} where ${refundLines.lineId} = ${lineId} and ${refunds.id} <> ${id} and ${refunds.status} <> 'failed')`;
	const isOpen = sql`${isFailing} and ${isCancellableLine}`;
	const canShipAgain = restock
		? sql`${isOpen} and ${orderLines.restockedAt} is not null and ${noOtherLeft}`
		: sql`${isOpen} and ${orderLines.restockedAt} is null`;
	const pieces = restock
		? sql`${orderLines.quantity} - ${orderLines.restockedPieces}`
		: sql`${some}`;
	const ofLine = (value: AnyColumn | SQL) =>
		sql`(select ${value} from ${orderLines} where ${orderLines.id} = ${lineId})`;
	const ofRefund = and(eq(refundLines.refundId, id), eq(refundLines.lineId, lineId));
	const isTaken = sql`${isFailing} and ${hasRow(refundLines, and(ofRefund, eq(refundLines.isTakenBack, true)))}`;
	return {
		[`marked ${id} ${lineId}`]: db
			.update(refundLines)
			.set({ isTakenBack: true })
			.where(
				and(
					ofRefund,
					sql`exists (select 1 from ${orderLines} join ${tools} on ${tools.id} = ${orderLines.toolId} where ${orderLines.id} = ${lineId} and ${canShipAgain} and ${tools.quantity} >= ${pieces})`,
				),
			),
		[`${stockTaken} ${id} ${lineId}`]: db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} - ${ofLine(pieces)}`, updatedAt: new Date() })
			.where(and(eq(tools.id, ofLine(orderLines.toolId)), isTaken))
			.returning({ toolId: tools.id }),
		[`taken back ${id} ${lineId}`]: db
			.update(orderLines)
			.set(
				restock
					? { restockedAt: null }
					: { restockedPieces: sql`${orderLines.restockedPieces} - ${some}` },
			)
			.where(and(eq(orderLines.id, lineId), isTaken)),
	};
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
 * audit entries of its lines, and one e-mail. A cancelled order has an e-mail of its own.
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

/** Sends the e-mails that `recordRefund` has added. */
export function sendRecorded(
	results: Record<string, unknown>,
	made: readonly Pick<Stripe.Refund, "id">[],
): void {
	for (const { id } of made) {
		const added = results[`outbox ${id}`] as Pick<OutboxRow, "id" | "availableAt">[] | undefined;
		sendFromOutbox(added ?? []);
	}
}
