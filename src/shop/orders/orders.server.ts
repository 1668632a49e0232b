/** Reads orders, schedules their checks, and closes unpaid ones with their lines. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import {
	isOpenLine,
	isOpenOrder,
	isShownLine,
	isShownOrder,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { baseDelayMs, maxDelayMs } from "../../platform/database/backoff.ts";
import type { RetriedRows } from "../../platform/database/claim-due.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { toPrice } from "../../values/money.ts";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { dropMailsToPay } from "../outbox/outbox.server.ts";
import { auditLinesOf } from "./line-audit.server.ts";
import {
	isOrderOfBuyer,
	type LineWithParcel,
	type OrderRow,
	parcelColumns,
	toLine,
} from "./lines.server.ts";
import { isOpen, isPaid } from "./order-conditions.ts";
import type { CloseReason } from "./order-states.ts";
import type { Order } from "./orders.ts";

/** Converts an order and its lines to the API's format. */
export function toOrder(row: OrderRow, lineRows: readonly LineWithParcel[]): Order {
	return {
		_id: row.id,
		number: row.number,
		itemsPrice: toPrice(row.itemsCents),
		...(row.discountsCents > 0 && { discountsPrice: toPrice(row.discountsCents) }),
		shippingPrice: toPrice(row.shippingCents),
		taxPrice: toPrice(row.taxCents),
		totalPrice: toPrice(row.totalCents),
		...(row.giftCardCents > 0 && { giftCardPrice: toPrice(row.giftCardCents) }),
		paid: isPaid(row),
		...(row.processingAt && isOpen(row) && { processing: true as const }),
		...(row.transactionId && { transactionId: row.transactionId }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		lines: lineRows.map((line) => toLine(line, row)),
	};
}

/** The condition that an order has this id, or owns the line of this id: the only line of an order has its id. */
export function isOrderOf(id: string | SQL): SQL {
	const ofLine = sql`(select ${orderLines.orderId} from ${orderLines} where ${orderLines.id} = ${id})`;
	return eq(orders.id, sql`coalesce(${ofLine}, ${id})`);
}

/** The order of this id, or of the line of this id, or undefined. */
export async function findOrder(id: string): Promise<OrderRow | undefined> {
	const [row] = await database().select().from(orders).where(isOrderOf(id));
	return row;
}

/** An order with some of its lines. */
export interface OrderWithLines {
	order: OrderRow;
	lines: LineWithParcel[];
}

/** The statements that select the order of a condition, and those of its lines that meet another. */
export function selectOrder(condition: SQL | undefined, ofLines?: SQL) {
	const db = database();
	const orderId = sql`(select ${orders.id} from ${orders} where ${condition})`;
	return {
		orders: db.select().from(orders).where(condition),
		lines: db
			.select(parcelColumns)
			.from(orderLines)
			.where(and(eq(orderLines.orderId, orderId), ofLines))
			.orderBy(orderLines.number),
	};
}

/** The order that meets a condition, with its lines that are not closed or that meet another; or undefined. One round trip. */
export async function findOrderWithLines(
	condition: SQL | undefined,
	ofLines: SQL | undefined = isNull(orderLines.closedAt),
): Promise<OrderWithLines | undefined> {
	const results = await batch(selectOrder(condition, ofLines));
	const [order] = results.orders;
	return order && { order, lines: results.lines };
}

/**
 * Why the buyer's own order of this id, or of the line of this id, was closed: nobody paid in time (`expired`), or it was
 * cancelled before it was paid (`deleted`). Undefined for any other. One round trip.
 */
export async function whyClosedUnpaid(
	buyer: Buyer,
	id: string,
): Promise<"expired" | "deleted" | undefined> {
	if (!buyer.user && buyer.guestTokenHashes.length === 0) return undefined;
	const [found] = await database()
		.select({ why: orders.closeReason })
		.from(orders)
		.where(and(isOrderOf(id), isOrderOfBuyer(buyer)));
	return found?.why === "expired" || found?.why === "deleted" ? found.why : undefined;
}

/**
 * A page of the caller's own orders that are neither deleted nor expired, newest first, each with all
 * its lines. One round trip.
 */
export async function listOwnOrders(
	caller: Pick<Caller, "id">,
	{ limit, cursor }: Page,
): Promise<{ orders: Order[]; next: Cursor | undefined }> {
	const db = database();
	const { createdAt, id } = orders;
	const isListed = and(
		eq(orders.userId, caller.id),
		isShownOrder,
		afterCursor(createdAt, id, "desc", cursor),
	);
	const byAge = orderByKey(createdAt, id, "desc");
	const onPage = db
		.select({ id })
		.from(orders)
		.where(isListed)
		.orderBy(...byAge)
		.limit(limit);
	const results = await batch({
		orders: db
			.select()
			.from(orders)
			.where(isListed)
			.orderBy(...byAge)
			.limit(limit + 1),
		lines: db
			.select(parcelColumns)
			.from(orderLines)
			.where(and(inArray(orderLines.orderId, onPage), isShownLine))
			.orderBy(orderLines.number),
	});
	const { rows, next } = splitPage(results.orders, limit, (row) => row.createdAt.getTime());
	const linesByOrder = Map.groupBy(results.lines, ({ orderId }) => orderId);
	const listed = rows.map((row) => toOrder(row, linesByOrder.get(row.id) ?? []));
	return { orders: listed, next };
}

/** The condition that a line belongs to an order and is neither paid nor closed. */
export function openLinesOf(orderId: string): SQL | undefined {
	return and(eq(orderLines.orderId, orderId), isOpenLine);
}

/**
 * Closes an unpaid order with its lines and returns their stock, all or nothing, once. `intentId` is
 * the payment that can no longer succeed: an order that has another one by now stays open. `actorId` is
 * the user's id, or null for an expired order. Returns whether it was closed.
 */
export async function releaseReservations(
	orderId: string,
	closeReason: Exclude<CloseReason, "refunded">,
	intentId: string | null,
	actorId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const hasSamePayment =
		intentId === null ? isNull(orders.paymentIntentId) : eq(orders.paymentIntentId, intentId);
	const isOrder = eq(orders.id, orderId);
	const toClose = openLinesOf(orderId);
	// Names the index, because SQLite may choose that of the tool, which has many orders.
	const reserved = sql`(select sum(${orderLines.quantity}) from ${orderLines} indexed by order_lines_by_order where ${orderLines.toolId} = ${tools.id} and ${toClose})`;
	const closed = await commit({
		guard: [hasRow(orders, and(isOrder, isOpenOrder, hasSamePayment))],
		write: {
			closed: db.update(orders).set({ closedAt: now, closeReason, network: null }).where(isOrder),
			restocked: db
				.update(tools)
				.set({ quantity: sql`${tools.quantity} + ${reserved}`, updatedAt: now })
				.where(
					inArray(tools.id, db.select({ id: orderLines.toolId }).from(orderLines).where(toClose)),
				),
			audit: auditLinesOf(`order.${closeReason}`, actorId, toClose),
			released: db
				.update(orderLines)
				.set({ closedAt: now, closeReason })
				.where(toClose)
				.returning({ toolId: orderLines.toolId }),
			dropped: dropMailsToPay(orderId),
		},
		refused: () => null,
	});
	if (!closed) return false;
	purge("tools", ...closed.released.map(({ toolId }) => `tool:${toolId}` as const));
	return true;
}

/** Open orders that are due, for the scheduled job. */
export const dueOrders: RetriedRows = {
	table: orders,
	id: orders.id,
	dueAt: orders.checkAt,
	failures: orders.checkFailures,
	unscheduled: {
		dueAt: orders.expiresAt,
		isOpen: isOpenOrder,
		index: "orders_due",
	},
};

/**
 * Schedules the next check of an unpaid order: after as long as it is old, between five minutes and an
 * hour, but no later than it expires. One that outlives that, since its payment is processed, is checked
 * every hour.
 */
export async function scheduleNextCheck({ id, createdAt }: OrderRow): Promise<void> {
	const now = Date.now();
	const age = now - createdAt.getTime();
	const next = now + Math.min(Math.max(age, baseDelayMs), maxDelayMs);
	await database()
		.update(orders)
		.set({
			checkAt: sql`case when ${orders.expiresAt} > ${now} then min(${next}, ${orders.expiresAt}) else ${next} end`,
			checkFailures: 0,
		})
		.where(and(eq(orders.id, id), isOpenOrder));
}
