/** The stock that unpaid orders reserve: which orders do, and how a reservation is released. */
import { type AnyColumn, and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { isOpenOrder, orders, tools } from "../../db/tables.ts";
import { baseDelayMs, maxDelayMs, nextAttemptAt } from "../../platform/backoff.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { auditOrder } from "./order-audit.server.ts";
import type { CloseReason } from "./order-states.ts";
import type { OrderRow } from "./orders.server.ts";

/**
 * Closes an unpaid order and returns its stock, both or neither, once. `intentId` is the payment that
 * can no longer succeed: an order that has another one by now stays open. `actorId` is the user's id,
 * or null for an expired order. Returns whether the order was closed.
 */
export async function releaseReservation(
	orderId: string,
	closeReason: Exclude<CloseReason, "refunded">,
	intentId: string | null,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const isClosable = and(
		eq(orders.id, orderId),
		isOpenOrder,
		intentId === null ? isNull(orders.paymentIntentId) : eq(orders.paymentIntentId, intentId),
	);
	const {
		closed: [closed],
	} = await batch(
		chain(
			{
				closed: db
					.update(orders)
					.set({ closedAt: now, closeReason })
					.where(isClosable)
					.returning({ toolId: orders.toolId }),
			},
			{
				restocked: (changed) =>
					db
						.update(tools)
						.set({
							quantity: sql`${tools.quantity} + ${orderColumn(orders.quantity, orderId)}`,
							updatedAt: now,
						})
						.where(and(eq(tools.id, orderColumn(orders.toolId, orderId)), changed)),
				audit: (changed) => auditOrder(`order.${closeReason}`, orderId, actorId, changed),
			},
		),
	);
	if (closed) purge("tools", `tool:${closed.toolId}`);
	return closed !== undefined;
}

function orderColumn(column: AnyColumn, orderId: string): SQL {
	return sql`(select ${column} from ${orders} where ${orders.id} = ${orderId})`;
}

/**
 * Claims up to `limit` open orders that are due and returns their ids. A claimed order is due
 * again at `leasedUntil`. Names the index, because SQLite may choose the unique index on payments
 * instead and read all orders.
 */
export async function claimDueOrders(
	now: Date,
	leasedUntil: Date,
	limit: number,
): Promise<string[]> {
	const dueRows = (where: SQL | undefined) =>
		sql`select * from (select ${orders.number} as due from ${orders} indexed by orders_due where ${and(isOpenOrder, where)} order by ${orders.checkAt}, ${orders.expiresAt} limit ${limit})`;
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

/** Delays the next check of an order after a failure, with exponential backoff. */
export async function postponeOrder(orderId: string): Promise<void> {
	await database()
		.update(orders)
		.set({
			checkAt: nextAttemptAt(orders.checkFailures),
			checkFailures: sql`${orders.checkFailures} + 1`,
		})
		.where(and(eq(orders.id, orderId), isOpenOrder));
}

/**
 * Schedules the next check of an unpaid order: after as long as the order is old, between five minutes
 * and an hour, but no later than it expires.
 */
export async function scheduleNextCheck({ id, createdAt, expiresAt }: OrderRow): Promise<void> {
	const now = Date.now();
	const age = now - createdAt.getTime();
	const wait = Math.min(Math.max(age, baseDelayMs), maxDelayMs);
	await database()
		.update(orders)
		.set({ checkAt: new Date(Math.min(now + wait, expiresAt.getTime())), checkFailures: 0 })
		.where(and(eq(orders.id, id), isOpenOrder));
}
