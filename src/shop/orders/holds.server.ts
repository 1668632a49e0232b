/** What unpaid orders hold: which of them do, and how a hold ends. */
import {
	type AnyColumn,
	and,
	asc,
	desc,
	eq,
	gte,
	isNotNull,
	isNull,
	lt,
	type SQL,
	sql,
} from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import { purge } from "../../platform/cache.ts";
import { database } from "../../platform/database.ts";
import { amongFirst, byLot, type Side } from "../../platform/lots.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { justDone } from "../audit/audit.server.ts";
import type { OrderRow } from "./orders.server.ts";
import type { Closing } from "./orders.ts";
import { recordOrder } from "./record.server.ts";

/** That the order is neither paid nor closed. */
export const unsettled = and(isNull(orders.transactionId), isNull(orders.closedAt));

/**
 * Closes an unpaid order and gives its stock back, both or neither, once. `intentId` is the
 * payment that was made sure not to succeed: an order that has another by now stays open.
 * `by` is the id of who closes it, null where its time is up. Gives whether it was closed.
 */
export async function closeAndRestock(
	orderId: string,
	why: Exclude<Closing, "refunded">,
	intentId: string | null,
	by: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const [[closed]] = await db.batch([
		db
			.update(orders)
			.set({ closedAt: now, closedWhy: why })
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
			.where(and(eq(tools.id, orderColumn(orders.toolId, orderId)), justDone)),
		recordOrder(`order.${why}`, orderId, by),
	]);
	if (closed) purge("tools", `tool:${closed.toolId}`);
	return closed !== undefined;
}

function orderColumn(column: AnyColumn, orderId: string): SQL {
	return sql`(select ${column} from ${orders} where ${orders.id} = ${orderId})`;
}

/** The index of unsettled orders, by the end of their time. */
const index = "orders_holding";

/**
 * Some unpaid orders whose hold has run out, by lot among the oldest and the newest: none waits behind
 * others that can't be closed.
 */
export function expiredOrders(limit: number): Promise<OrderRow[]> {
	const where = and(unsettled, lt(orders.expiresAt, new Date()));
	return drawn(limit, [
		{ index, where, by: asc(orders.expiresAt) },
		{ index, where, by: desc(orders.expiresAt) },
	]);
}

/** Some unpaid orders that still hold and have a payment under way, by lot around a moment of chance. */
export function ordersAwaitingPayment(limit: number): Promise<OrderRow[]> {
	const now = Date.now();
	const start = new Date(now + Math.random() * orderHoldMs());
	const { expiresAt } = orders;
	return drawn(
		limit,
		[
			{ index, where: and(unsettled, gte(expiresAt, start)), by: asc(expiresAt) },
			{
				index,
				where: and(unsettled, gte(expiresAt, new Date(now)), lt(expiresAt, start)),
				by: desc(expiresAt),
			},
		],
		isNotNull(orders.paymentIntentId),
	);
}

function drawn(limit: number, sides: Side[], wanted?: SQL): Promise<OrderRow[]> {
	return database()
		.select()
		.from(orders)
		.where(and(amongFirst(orders, ...sides), wanted))
		.orderBy(byLot)
		.limit(limit);
}
