/** Refunds and cancels orders: stores the refund as due first, then Stripe makes it. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { isPaidLine, orderLines } from "../../db/order-tables.ts";
import { lineRefunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { errorCode, ShopError } from "../../errors.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { batch, database, insertFrom, newId } from "../../platform/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/idempotency-key.ts";
import { logError } from "../../platform/log.ts";
import { purge } from "../../platform/page-cache.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { actorIdOf } from "../orders/buyers.server.ts";
import {
	findLine,
	findLineFor,
	type LineRow,
	lineColumns,
	toLine,
} from "../orders/lines.server.ts";
import { isPaid } from "../orders/order-states.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { issueLineRefund } from "./issue-line-refund.server.ts";
import {
	type LineRefundRow,
	readPaidLines,
	sumOfRefunds,
	updateRefundSums,
} from "./paid-lines.server.ts";
import type { StoredRefundReason } from "./refund-states.ts";
import type { RefundReply, RefundRequest } from "./refunds.ts";

/** How often a refund is tried anew because another one was stored meanwhile. */
const maxAttempts = 5;

/**
 * Refunds a paid order: all that is left of it, or a part. A repeated request returns the first
 * refund again. Throws ShopError `not_found`, `not_refundable` or `idempotency_mismatch`.
 */
export async function refundLine(
	caller: Caller,
	lineId: string,
	request: RefundRequest,
	requestKey: RequestKey,
): Promise<RefundReply> {
	const line = await findLine(lineId);
	const refund = await addRefund(line, {
		amountCents: request.amount === undefined ? undefined : toCents(request.amount),
		reason: request.reason,
		note: request.note ?? "",
		restock: request.restock ?? false,
		createdBy: caller.id,
		requestKey,
		condition: isPaidLine,
	});
	if (!refund) throw new ShopError("not_refundable");
	checkIsRepeated(refund.requestFingerprint, requestKey);
	return issue(refund);
}

/**
 * Cancels a paid order that has not been shipped: the buyer's own, or any for an administrator. Its
 * pieces return to the stock, and all that is left of it is refunded. Repeated it returns the same
 * refund. Throws ShopError `not_found` or `not_cancellable`.
 */
export async function cancelLine(buyer: Buyer, lineId: string): Promise<RefundReply> {
	const line = await findLineFor(buyer, lineId);
	const refund = await addRefund(line, {
		amountCents: undefined,
		reason: "cancelled",
		note: "",
		restock: true,
		createdBy: actorIdOf(buyer),
		// An order is cancelled once.
		requestKey: { key: "cancel", fingerprint: null },
		condition: isCancellable,
	});
	if (!refund) throw new ShopError("not_cancellable");
	return issue(refund);
}

/** The start of the request keys of refunds that were tried again. */
const retryPrefix = "retry ";

/**
 * Refunds again what the order's newest refund, which has failed, did not: the same amount for the same
 * reason, with its pieces returned to the stock if they were before. Repeated it returns the same refund.
 * Throws ShopError `not_found` or `not_refundable`.
 */
export async function retryRefund(caller: Caller, lineId: string): Promise<RefundReply> {
	const line = await findLine(lineId);
	const [newest] = await database()
		.select()
		.from(lineRefunds)
		.where(eq(lineRefunds.lineId, lineId))
		.orderBy(desc(lineRefunds.createdAt), desc(sql`rowid`))
		.limit(1);
	// Already tried again, in another window or by a request whose answer was lost.
	if (newest && newest.status !== "failed" && newest.requestKey.startsWith(retryPrefix))
		return issue(newest);
	if (newest?.status !== "failed") throw new ShopError("not_refundable");
	const { id, amountCents, reason, note, restock } = newest;
	const refund = await addRefund(line, {
		...{ amountCents, reason, note, restock },
		createdBy: caller.id,
		// Each failed refund is tried again once.
		requestKey: { key: retryPrefix + id, fingerprint: null },
		condition: isPaidLine,
	});
	if (!refund) throw new ShopError("not_refundable");
	return issue(refund);
}

/** The condition that an order can be cancelled. What was refunded of it before stays refunded. */
const isCancellable = sql`${isPaidLine} and ${orderLines.status} = 'Pending' and ${orderLines.cancelledAt} is null`;

interface NewRefund {
	/** Undefined for all that is left. */
	amountCents: number | undefined;
	reason: StoredRefundReason;
	note: string;
	restock: boolean;
	createdBy: string;
	requestKey: RequestKey | { key: string; fingerprint: null };
	/** The state that the order must have. */
	condition: SQL;
}

/**
 * Stores a refund as due, or returns the one that was stored with the same key. Returns undefined if the
 * order can't be refunded by that amount.
 */
async function addRefund(line: LineRow, refund: NewRefund): Promise<LineRefundRow | undefined> {
	const { id: lineId, transactionId: intentId } = line;
	if (!intentId || !isPaid(line)) return undefined;
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const payment = await readPaidLines(intentId);
		const { refunds } = payment;
		const current = payment.lines.find(({ id }) => id === lineId);
		const known = refunds.find(
			(one) => one.lineId === lineId && one.requestKey === refund.requestKey.key,
		);
		if (known || !current) return known;
		const doneCents = sumOfRefunds(refunds, lineId, "done");
		const paidCents = payment.paidCentsOf(lineId);
		const leftCents = paidCents - doneCents - sumOfRefunds(refunds, lineId, "due");
		const amountCents = refund.amountCents ?? leftCents;
		if (amountCents <= 0 || amountCents > leftCents) return undefined;
		const added = await insertRefund(line, refund, { intentId, amountCents, paidCents });
		if (added) return added;
		// Another refund was stored meanwhile, or the order's state forbids it.
		const { refunds: stored } = await readPaidLines(intentId);
		if (stored.length === refunds.length) return undefined;
	}
	return undefined;
}

interface Amounts {
	intentId: string;
	amountCents: number;
	/** What the order has paid. */
	paidCents: number;
}

/**
 * Stores a refund and what follows from it in one transaction: the audit entry, the pieces back in stock,
 * and for a cancelled order its mail. The insert has all conditions, so that concurrent refunds never
 * exceed what the order has paid.
 */
async function insertRefund(
	{ id: lineId, toolId, quantity, currency }: LineRow,
	{ reason, note, restock, createdBy, requestKey, condition }: NewRefund,
	{ intentId, amountCents, paidCents }: Amounts,
): Promise<LineRefundRow | undefined> {
	const db = database();
	const [id, now] = [newId(), Date.now()];
	// Both hold only for a refund that this batch has inserted: the id is new.
	const isAdded = sql`exists (select 1 from ${lineRefunds} where ${lineRefunds.id} = ${id})`;
	const isRestocked = sql`exists (select 1 from ${lineRefunds} where ${lineRefunds.id} = ${id} and ${lineRefunds.restock})`;
	const sumBefore = sql`(select coalesce(sum(${lineRefunds.amountCents}), 0) from ${lineRefunds} where ${lineRefunds.lineId} = ${lineId} and ${lineRefunds.status} <> 'failed')`;
	const isRefundable = sql`${condition} and ${orderLines.disputedAt} is null and ${sumBefore} + ${amountCents} <= ${paidCents}`;
	const isCancelled = reason === "cancelled" ? isAdded : sql`false`;
	const results = await batch({
		added: insertFrom(
			lineRefunds,
			{
				id,
				lineId,
				orderId: orderLines.orderId,
				intentId,
				amountCents,
				reason,
				note,
				restock: restock ? sql`${orderLines.restockedAt} is null` : 0,
				status: "due",
				createdBy,
				requestKey: requestKey.key,
				requestFingerprint: requestKey.fingerprint,
				createdAt: now,
				// Until then the caller issues the refund; afterwards the job does.
				retryAt: now + baseDelayMs,
			},
			sql`from ${orderLines} where ${orderLines.id} = ${lineId} and ${isRefundable}`,
		)
			.onConflictDoNothing()
			.returning(),
		audit: insertAuditEvent(
			{
				action: "order.refund_owed",
				actorId: createdBy,
				subject: lineId,
				detail: { name: orderLines.toolName, quantity, cents: amountCents, reason, restock },
			},
			sql`from ${orderLines} where ${orderLines.id} = ${lineId} and ${isAdded}`,
		),
		stock: db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} + ${quantity}`, updatedAt: new Date(now) })
			.where(and(eq(tools.id, toolId), isRestocked)),
		restocked: db
			.update(orderLines)
			.set({ restockedAt: new Date(now) })
			.where(and(eq(orderLines.id, lineId), isNull(orderLines.restockedAt), isRestocked)),
		cancelled: db
			.update(orderLines)
			.set({ cancelledAt: new Date(now) })
			.where(and(eq(orderLines.id, lineId), isNull(orderLines.cancelledAt), isCancelled)),
		outbox: addToOutbox(
			{
				id: `cancelled-${lineId}`,
				kind: "order.cancelled",
				subject: lineId,
				payload: { cents: amountCents, currency },
			},
			isCancelled,
		),
		sums: updateRefundSums(lineId, paidCents),
	});
	const [added] = results.added;
	if (added?.restock) purge("tools", `tool:${toolId}`);
	sendFromOutbox(results.outbox);
	return added;
}

/** Issues a refund if it is due, and returns it as it is then. While Stripe fails, the job tries again. */
async function issue({ id, lineId }: LineRefundRow): Promise<RefundReply> {
	try {
		await issueLineRefund(id);
	} catch (error) {
		logError(errorCode(error), error, { subject: id });
	}
	const db = database();
	const {
		refund: [refund],
		line: [line],
	} = await batch({
		refund: db.select().from(lineRefunds).where(eq(lineRefunds.id, id)),
		line: db.select(lineColumns).from(orderLines).where(eq(orderLines.id, lineId)),
	});
	if (!refund || !line) throw new ShopError("not_found");
	return {
		refundId: id,
		amount: toPrice(refund.amountCents),
		status: refund.status,
		order: toLine(line),
	};
}
