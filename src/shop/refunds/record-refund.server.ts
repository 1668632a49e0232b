/** The statements that store what became of refunds at Stripe, and what follows from each. */
import { type AnyColumn, and, eq, ne, not, type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { audit } from "../../db/audit-tables.ts";
import { isCancellableLine, orderLines } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { database, inList, type Results } from "../../platform/database/database.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { addGift } from "../orders/gift.server.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import type { Refund } from "./payment-of-refunds.server.ts";
import { sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

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
 * Pass the results to `sendFailed` after the batch.
 */
export const failRefunds = (failed: readonly FailedRefund[]) =>
	failed.map(({ refund, stripeRefundId }) => ({
		// First, because it happens only once, with the refund's failure.
		takenBack: refund.lines
			.filter(({ restock, pieces }) => restock || (pieces > 0 && refund.reason !== "cancelled"))
			.map((line) => takeBack(refund.id, line)),
		failed: failRefund(refund.id, stripeRefundId),
		// Gift cards for somebody that it had stopped go out after all; the scheduled job sends them.
		gift: addGift(refund.orderId),
	}));

/** Queues what undoes the reversals of the tax of refunds that have failed, and purges the tools whose stock they have changed. */
export function sendFailed(results: Results<ReturnType<typeof failRefunds>>): void {
	sendTaxReversals(results.flatMap(({ failed }) => failed));
	for (const { stock } of results.flatMap(({ takenBack }) => takenBack))
		for (const { toolId } of stock) purge("tools", `tool:${toolId}`);
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
	const isFailing = hasRow(refunds, sql`${refunds.id} = ${id} and ${refunds.status} <> 'failed'`);
	const noOtherLeft = sql`not exists (
		select 1
		from ${refundLines}
		join ${refunds} on ${refunds.id} = ${refundLines.refundId}
		where ${refundLines.lineId} = ${lineId} and ${refunds.id} <> ${id} and ${refunds.status} <> 'failed'
	)`;
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
		marked: db
			.update(refundLines)
			.set({ isTakenBack: true })
			.where(
				and(
					ofRefund,
					sql`exists (
						select 1
						from ${orderLines}
						join ${tools} on ${tools.id} = ${orderLines.toolId}
						where ${orderLines.id} = ${lineId} and ${canShipAgain} and ${tools.quantity} >= ${pieces}
					)`,
				),
			),
		stock: db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} - ${ofLine(pieces)}`, updatedAt: new Date() })
			.where(and(eq(tools.id, ofLine(orderLines.toolId)), isTaken))
			.returning({ toolId: tools.id }),
		line: db
			.update(orderLines)
			.set(
				restock
					? { restockedAt: null }
					: { restockedPieces: sql`${orderLines.restockedPieces} - ${some}` },
			)
			.where(and(eq(orderLines.id, lineId), isTaken)),
	};
}

/**
 * The statements that record a refund that was made at Stripe, or onto a card, once, in the batch that stores it as done: the
 * audit entries of its lines, and one e-mail. A cancelled order has an e-mail of its own.
 */
export function recordRefund(
	refund: Pick<Refund, "id" | "orderId" | "createdBy" | "reason"> & { lineIds: readonly string[] },
	made: Pick<Stripe.Refund, "id" | "amount" | "currency">,
) {
	const { id, orderId, createdBy, reason, lineIds } = refund;
	const isMade =
		made.id === id ? sql`${refunds.id} = ${id}` : sql`${refunds.stripeRefundId} = ${made.id}`;
	const isDone = hasRow(refunds, sql`${isMade} and ${refunds.status} = 'done'`);
	const { toolName: name, quantity } = orderLines;
	const [alone, ...others] = lineIds;
	const isAlone = alone !== undefined && others.length === 0;
	const ofLine = sql`(select ${refundLines.amountCents} from ${refundLines} where ${refundLines.refundId} = ${id} and ${refundLines.lineId} = ${orderLines.id})`;
	const isRecorded = hasRow(
		audit,
		sql`${audit.subjectId} = ${orderLines.id} and ${audit.detail} ->> 'refund' = ${made.id}`,
	);
	const events = insertAuditEvent(
		{
			action: "order.refunded",
			actorId: createdBy,
			subject: sql`${orderLines.id}`,
			detail: { name, quantity, cents: isAlone ? made.amount : ofLine, refund: made.id },
		},
		sql`from ${orderLines} where ${and(inList(orderLines.id, lineIds), isDone, not(isRecorded))}`,
	);
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
	return { events, outbox };
}
