/** What unpaid orders hold: which of them do, and how a hold ends. */
import { type AnyColumn, and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import { baseDelayMs, maxDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import { database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { changedOneRow } from "../audit/audit.server.ts";
import { auditOrder } from "./order-audit.server.ts";
import type { OrderRow } from "./orders.server.ts";
import type { CloseReason } from "./orders.ts";

/** That the order is neither paid nor closed. */
export const unsettled = and(isNull(orders.transactionId), isNull(orders.closedAt));

/**
 * Closes an unpaid order and gives its stock back, both or neither, once. `intentId` is the
 * payment that was made sure not to succeed: an order that has another by now stays open.
 * `by` is the id of who closes it, null where its time is up. Gives whether it was closed.
 */
export async function releaseReservation(
	orderId: string,
	closeReason: Exclude<CloseReason, "refunded">,
	intentId: string | null,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const [[closed]] = await db.batch([
		db
			.update(orders)
			.set({ closedAt: now, closeReason })
			.where(
				and(
					eq(orders.id, orderId),
					unsettled,
					intentId === null ? isNull(orders.paymentIntentId) : eq(orders.paymentIntentId, intentId),
				),
			)
			.returning({ toolId: orders.toolId }),
		db
			.update(tools)
			.set({
				quantity: sql`${tools.quantity} + ${orderColumn(orders.quantity, orderId)}`,
				updatedAt: now,
			})
			.where(and(eq(tools.id, orderColumn(orders.toolId, orderId)), changedOneRow)),
		auditOrder(`order.${closeReason}`, orderId, actorId),
	]);
	if (closed) purge("tools", `tool:${closed.toolId}`);
	return closed !== undefined;
}

function orderColumn(column: AnyColumn, orderId: string): SQL {
	return sql`(select ${column} from ${orders} where ${orders.id} = ${orderId})`;
}

/**
 * Claims some unsettled orders that are due: each is due again at `until`. Gives their ids. Left to
 * itself SQLite may take the unique index on payments for the way to those without one, and read all.
 */
export async function claimDueOrders(
	now: Date,
	leasedUntil: Date,
	limit: number,
): Promise<string[]> {
	const dueRows = (where: SQL | undefined) =>
		sql`select * from (select ${orders.number} as due from ${orders} indexed by orders_due where ${and(unsettled, where)} order by ${orders.checkAt}, ${orders.expiresAt} limit ${limit})`;
	const unscheduled = dueRows(and(isNull(orders.checkAt), lte(orders.expiresAt, now)));
	const scheduled = dueRows(lte(orders.checkAt, now));
	const claimed = await database()
		.update(orders)
		.set({ checkAt: leasedUntil })
		.where(
			sql`${orders.number} in (select due from (${unscheduled} union all ${scheduled}) limit ${limit})`,
		)
		.returning({ id: orders.id });
	return claimed.map(({ id }) => id);
}

/** Puts off the next look at an order with which the job has failed. */
export async function postponeOrder(orderId: string): Promise<void> {
	await database()
		.update(orders)
		.set({
			checkAt: nextAttemptAt(orders.checkFailures),
			checkFailures: sql`${orders.checkFailures} + 1`,
		})
		.where(and(eq(orders.id, orderId), unsettled));
}

/**
 * Sets the next look at an order that is still unpaid: in as long again as it has waited, between
 * five minutes and an hour, and when its time is up at the latest.
 */
export async function scheduleNextCheck({ id, createdAt, expiresAt }: OrderRow): Promise<void> {
	const now = Date.now();
	const age = now - createdAt.getTime();
	const wait = Math.min(Math.max(age, baseDelayMs), maxDelayMs);
	await database()
		.update(orders)
		.set({ checkAt: new Date(Math.min(now + wait, expiresAt.getTime())), checkFailures: 0 })
		.where(and(eq(orders.id, id), unsettled));
}
