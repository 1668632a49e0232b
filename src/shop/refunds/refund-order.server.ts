/** Refunds and cancels orders: stores the refund as due first, then Stripe makes it. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isPaidOrder, orders } from "../../db/order-tables.ts";
import { orderRefunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { batch, database, insertFrom, newId } from "../../platform/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/idempotency-key.ts";
import { logError } from "../../platform/log.ts";
import { purge } from "../../platform/page-cache.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { errorCode, ShopError } from "../errors.ts";
import { toCents, toPrice } from "../money.ts";
import { actorIdOf } from "../orders/buyers.server.ts";
import { isPaid } from "../orders/order-states.ts";
import {
	findOrder,
	findOrderFor,
	type OrderRow,
	orderColumns,
	toOrder,
} from "../orders/orders.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { Buyer, Caller } from "../users/users.ts";
import { issueOrderRefund } from "./issue-order-refund.server.ts";
import {
	type OrderRefundRow,
	readPaidOrders,
	sumOfRefunds,
	updateRefundSums,
} from "./paid-orders.server.ts";
import type { StoredRefundReason } from "./refund-states.ts";
import type { RefundReply, RefundRequest } from "./refunds.ts";

/** How often a refund is tried anew because another one was stored meanwhile. */
const maxAttempts = 5;

/**
 * Refunds a paid order: all that is left of it, or a part. A repeated request returns the first
 * refund again. Throws ShopError `not_found`, `not_refundable` or `idempotency_mismatch`.
 */
export async function refundOrder(
	caller: Caller,
	orderId: string,
	request: RefundRequest,
	requestKey: RequestKey,
): Promise<RefundReply> {
	const order = await findOrder(orderId);
	const refund = await addRefund(order, {
		amountCents: request.amount === undefined ? undefined : toCents(request.amount),
		reason: request.reason,
		note: request.note ?? "",
		restock: request.restock ?? false,
		createdBy: caller.id,
		requestKey,
		condition: isPaidOrder,
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
export async function cancelOrder(buyer: Buyer, orderId: string): Promise<RefundReply> {
	const order = await findOrderFor(buyer, orderId);
	const refund = await addRefund(order, {
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
export async function retryRefund(caller: Caller, orderId: string): Promise<RefundReply> {
	const order = await findOrder(orderId);
	const [newest] = await database()
		.select()
		.from(orderRefunds)
		.where(eq(orderRefunds.orderId, orderId))
		.orderBy(desc(orderRefunds.createdAt), desc(sql`rowid`))
		.limit(1);
	// Already tried again, in another window or by a request whose answer was lost.
	if (newest && newest.status !== "failed" && newest.requestKey.startsWith(retryPrefix))
		return issue(newest);
	if (newest?.status !== "failed") throw new ShopError("not_refundable");
	const { id, amountCents, reason, note, restock } = newest;
	const refund = await addRefund(order, {
		...{ amountCents, reason, note, restock },
		createdBy: caller.id,
		// Each failed refund is tried again once.
		requestKey: { key: retryPrefix + id, fingerprint: null },
		condition: isPaidOrder,
	});
	if (!refund) throw new ShopError("not_refundable");
	return issue(refund);
}

/** The condition that an order can be cancelled. What was refunded of it before stays refunded. */
const isCancellable = sql`${isPaidOrder} and ${orders.status} = 'Pending' and ${orders.cancelledAt} is null`;

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
async function addRefund(order: OrderRow, refund: NewRefund): Promise<OrderRefundRow | undefined> {
	const { id: orderId, transactionId: intentId } = order;
	if (!intentId || !isPaid(order)) return undefined;
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const payment = await readPaidOrders(intentId);
		const { refunds } = payment;
		const current = payment.orders.find(({ id }) => id === orderId);
		const known = refunds.find(
			(one) => one.orderId === orderId && one.requestKey === refund.requestKey.key,
		);
		if (known || !current) return known;
		const doneCents = sumOfRefunds(refunds, orderId, "done");
		const paidCents = payment.paidCentsOf(orderId);
		const leftCents = paidCents - doneCents - sumOfRefunds(refunds, orderId, "due");
		const amountCents = refund.amountCents ?? leftCents;
		if (amountCents <= 0 || amountCents > leftCents) return undefined;
		const added = await insertRefund(order, refund, { intentId, amountCents, paidCents });
		if (added) return added;
		// Another refund was stored meanwhile, or the order's state forbids it.
		const { refunds: stored } = await readPaidOrders(intentId);
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
	{ id: orderId, toolId, quantity, currency }: OrderRow,
	{ reason, note, restock, createdBy, requestKey, condition }: NewRefund,
	{ intentId, amountCents, paidCents }: Amounts,
): Promise<OrderRefundRow | undefined> {
	const db = database();
	const [id, now] = [newId(), Date.now()];
	// Both hold only for a refund that this batch has inserted: the id is new.
	const isAdded = sql`exists (select 1 from ${orderRefunds} where ${orderRefunds.id} = ${id})`;
	const isRestocked = sql`exists (select 1 from ${orderRefunds} where ${orderRefunds.id} = ${id} and ${orderRefunds.restock})`;
	const sumBefore = sql`(select coalesce(sum(${orderRefunds.amountCents}), 0) from ${orderRefunds} where ${orderRefunds.orderId} = ${orderId} and ${orderRefunds.status} <> 'failed')`;
	const isRefundable = sql`${condition} and ${orders.disputedAt} is null and ${sumBefore} + ${amountCents} <= ${paidCents}`;
	const isCancelled = reason === "cancelled" ? isAdded : sql`false`;
	const results = await batch({
		added: insertFrom(
			orderRefunds,
			{
				id,
				orderId,
				checkoutId: orders.checkoutId,
				intentId,
				amountCents,
				reason,
				note,
				restock: restock ? sql`${orders.restockedAt} is null` : 0,
				status: "due",
				createdBy,
				requestKey: requestKey.key,
				requestFingerprint: requestKey.fingerprint,
				createdAt: now,
				// Until then the caller issues the refund; afterwards the job does.
				retryAt: now + baseDelayMs,
			},
			sql`from ${orders} where ${orders.id} = ${orderId} and ${isRefundable}`,
		)
			.onConflictDoNothing()
			.returning(),
		audit: insertAuditEvent(
			{
				action: "order.refund_owed",
				actorId: createdBy,
				subject: orderId,
				detail: { name: orders.toolName, quantity, cents: amountCents, reason, restock },
			},
			sql`from ${orders} where ${orders.id} = ${orderId} and ${isAdded}`,
		),
		stock: db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} + ${quantity}`, updatedAt: new Date(now) })
			.where(and(eq(tools.id, toolId), isRestocked)),
		restocked: db
			.update(orders)
			.set({ restockedAt: new Date(now) })
			.where(and(eq(orders.id, orderId), isNull(orders.restockedAt), isRestocked)),
		cancelled: db
			.update(orders)
			.set({ cancelledAt: new Date(now) })
			.where(and(eq(orders.id, orderId), isNull(orders.cancelledAt), isCancelled)),
		outbox: addToOutbox(
			{
				id: `cancelled-${orderId}`,
				kind: "order.cancelled",
				subject: orderId,
				payload: { cents: amountCents, currency },
			},
			isCancelled,
		),
		sums: updateRefundSums(orderId, paidCents),
	});
	const [added] = results.added;
	if (added?.restock) purge("tools", `tool:${toolId}`);
	sendFromOutbox(results.outbox);
	return added;
}

/** Issues a refund if it is due, and returns it as it is then. While Stripe fails, the job tries again. */
async function issue({ id, orderId }: OrderRefundRow): Promise<RefundReply> {
	try {
		await issueOrderRefund(id);
	} catch (error) {
		logError(errorCode(error), error, { subject: id });
	}
	const db = database();
	const {
		refund: [refund],
		order: [order],
	} = await batch({
		refund: db.select().from(orderRefunds).where(eq(orderRefunds.id, id)),
		order: db.select(orderColumns).from(orders).where(eq(orders.id, orderId)),
	});
	if (!refund || !order) throw new ShopError("not_found");
	return {
		refundId: id,
		amount: toPrice(refund.amountCents),
		status: refund.status,
		order: toOrder(order),
	};
}
