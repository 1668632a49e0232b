/** Reads, lists and ships orders. checkouts/place-checkout.server.ts creates them. */
import { and, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import {
	isPaidOrder,
	isShippableOrder,
	isShownOrder,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { changedSince, toChangedPage } from "../../platform/changed-since.ts";
import { batch, chain, database } from "../../platform/database.ts";
import { buildListQuery, runListQuery } from "../../platform/list-query.ts";
import { ShopError } from "../errors.ts";
import { toPrice } from "../money.ts";
import { addToOutbox, type OutboxEvent, sendFromOutbox } from "../outbox/outbox.server.ts";
import { type Cursor, type Page, splitPage } from "../paging.ts";
import { toParcel } from "../shipments/carriers.ts";
import { may } from "../users/roles.ts";
import type { Buyer, Caller } from "../users/users.ts";
import { isOrderOfBuyer } from "./buyers.server.ts";
import { auditOrder } from "./order-audit.server.ts";
import type { OrderStatus } from "./order-states.ts";
import { type Order, type OrderSort, toFlags, undoAcceptedMs } from "./orders.ts";

export type OrderRow = typeof orders.$inferSelect;

/** An order with the carrier and the tracking number of its parcel, as a JSON array. */
export type OrderWithParcel = OrderRow & { parcel?: string | null };

/** The columns of `OrderWithParcel`, for queries of `orders`. */
export const orderColumns = {
	...getTableColumns(orders),
	parcel: sql<
		string | null
	>`(select json_array(${shipments.carrier}, ${shipments.trackingNumber}) from ${shipments} where ${shipments.id} = ${orders.shipmentId})`.as(
		"parcel",
	),
};

/** Converts an order row to the API's format. It has its parcel if that was selected. */
export function toOrder(row: OrderWithParcel): Order {
	const [carrier = "", trackingNumber = ""]: string[] = JSON.parse(row.parcel ?? "[]");
	return {
		_id: row.id,
		checkoutId: row.checkoutId,
		UserName: row.userName,
		phone: row.phone,
		address: row.address,
		name: row.toolName,
		email: row.email,
		price: toPrice(row.unitPriceCents),
		totalPrice: toPrice(row.totalCents),
		productCode: row.toolId,
		quantity: row.quantity,
		image: row.image,
		status: row.status,
		...(row.shippingCents > 0 && { shippingPrice: toPrice(row.shippingCents) }),
		...(row.taxCents > 0 && { taxPrice: toPrice(row.taxCents) }),
		...(row.includedTaxCents > 0 && { includedTaxPrice: toPrice(row.includedTaxCents) }),
		...(row.transactionId && { transactionId: row.transactionId }),
		...toFlags(row),
		...(row.packedAt && { packedAt: row.packedAt.toISOString() }),
		...(row.shipmentId &&
			row.parcel && { shipment: toParcel(row.shipmentId, carrier, trackingNumber) }),
		...(row.partner && { partner: row.partner }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
	};
}

interface OrderListQuery extends Page {
	/** The customer's e-mail; undefined for the orders of all customers. */
	email?: string | undefined;
	/** The checkout's id, for its orders only. */
	checkoutId?: string | undefined;
	/** Search terms for names, e-mails and ids. */
	q?: string | undefined;
	sort?: OrderSort | undefined;
}

/**
 * A page of the orders of one e-mail, or of all, newest first by default. `truncatedTo` is the number of
 * newest orders that were sorted or searched, if there are more. Throws ShopError `forbidden` if the
 * orders are not the caller's own and the caller may not see all.
 */
export async function listOrders(
	caller: Caller,
	{ limit, cursor, email, checkoutId, q, sort = "-createdAt" }: OrderListQuery,
): Promise<{ orders: Order[]; next: Cursor | undefined; truncatedTo: number | undefined }> {
	const isOwn = email === caller.email;
	if (!isOwn && !may(caller.role, "orders")) throw new ShopError("forbidden");
	const [column, direction, sortKey] = sortColumns[sort];
	const { userName, toolName, id, transactionId } = orders;
	const listQuery = buildListQuery({
		table: orders,
		filter: and(
			isOwn ? eq(orders.userId, caller.id) : undefined,
			!isOwn && email !== undefined ? eq(orders.email, email) : undefined,
			checkoutId === undefined ? undefined : eq(orders.checkoutId, checkoutId),
			isShownOrder,
		),
		sortBy: [column, direction],
		id,
		createdAt: orders.createdAt,
		searchIn:
			email === undefined ? "orders" : [userName, orders.email, toolName, id, transactionId],
		q,
		limit,
		cursor,
	});
	const page = database()
		.select({ ...orderColumns, place: listQuery.rowNumber.as("place") })
		.from(listQuery.from)
		.where(listQuery.where)
		.orderBy(...listQuery.orderBy)
		.limit(listQuery.limit);
	const { rows: found, truncatedTo } = await runListQuery(page, listQuery);
	const { rows, next } = splitPage(found, limit, (row) =>
		listQuery.cursorIsRowNumber ? row.place : sortKey(row),
	);
	return { orders: rows.map(toOrder), next, truncatedTo };
}

/**
 * A page of all orders that have changed since a time, the oldest change first, and the cursor of the next page. Throws
 * ShopError `forbidden` if the caller may not see all.
 */
export async function listChangedOrders(caller: Caller, since: Date, page: Page) {
	if (!may(caller.role, "orders")) throw new ShopError("forbidden");
	const { where, orderBy, limit } = changedSince(orders, since, page);
	const found = await database()
		.select(orderColumns)
		.from(orders)
		.where(and(isShownOrder, where))
		.orderBy(...orderBy)
		.limit(limit);
	return toChangedPage(found, page.limit, toOrder);
}

/** The column, direction and sort key of each sort. */
const sortColumns = {
	"-createdAt": [orders.createdAt, "desc", (row: OrderRow) => row.createdAt.getTime()],
	createdAt: [orders.createdAt, "asc", (row: OrderRow) => row.createdAt.getTime()],
	"-totalPrice": [orders.totalCents, "desc", (row: OrderRow) => row.totalCents],
} as const;

/**
 * Sets an order's status: a paid, pending order can be shipped, and that can be undone for
 * `undoAcceptedMs`. Returns a count of 0 if the order has the status already. Throws ShopError
 * `not_found` or `not_shippable`.
 */
export async function setStatus(
	caller: Caller,
	orderId: string,
	status: OrderStatus,
): Promise<{ modifiedCount: number }> {
	const order = await findOrder(orderId);
	if (order.status === status) return { modifiedCount: 0 };
	const changed = await (status === "Shipped" ? ship : undoShipping)(orderId, caller.id);
	if (changed.length === 0) throw new ShopError("not_shippable");
	return { modifiedCount: 1 };
}

async function ship(orderId: string, actorId: string): Promise<{ id: string }[]> {
	const shippedAt = new Date();
	const event = shippedEvent(orderId, shippedAt);
	const shipped = database()
		.update(orders)
		.set({ status: "Shipped", shippedAt })
		.where(and(eq(orders.id, orderId), isShippableOrder))
		.returning({ id: orders.id });
	const results = await batch(
		chain(
			{ shipped },
			{
				audit: (changed) => auditOrder("order.shipped", orderId, actorId, changed),
				outbox: (changed) => addToOutbox(event, changed),
			},
		),
	);
	sendFromOutbox(results.outbox);
	return results.shipped;
}

/** The event that an order was shipped, or a parcel with it. Available once that can no longer be undone. */
export function shippedEvent(
	orderId: string,
	shippedAt: Date,
	parcel: { shipmentId?: string } = {},
): OutboxEvent {
	return {
		kind: "order.shipped",
		subject: orderId,
		payload: { shippedAt: shippedAt.getTime(), ...parcel },
		availableAt: new Date(shippedAt.getTime() + undoAcceptedMs + 1000),
	};
}

async function undoShipping(orderId: string, actorId: string): Promise<{ id: string }[]> {
	const justShipped = and(
		eq(orders.status, "Shipped"),
		gt(orders.shippedAt, new Date(Date.now() - undoAcceptedMs)),
		isPaidOrder,
	);
	const undone = database()
		.update(orders)
		.set({ status: "Pending", shippedAt: null, shipmentId: null })
		.where(and(eq(orders.id, orderId), justShipped))
		.returning({ id: orders.id });
	const results = await batch(
		chain(
			{ undone },
			{ audit: (changed) => auditOrder("order.ship_undone", orderId, actorId, changed) },
		),
	);
	return results.undone;
}

/**
 * Marks an order that can be shipped as packed, or takes that back. Returns a count of 0 if it is so
 * already. Throws ShopError `not_found` or `not_shippable`.
 */
export async function setPacked(
	orderId: string,
	packed: boolean,
): Promise<{ modifiedCount: number }> {
	const db = database();
	const { packedAt } = orders;
	const isOther = packed ? isNull(packedAt) : isNotNull(packedAt);
	const {
		changed,
		found: [found],
	} = await batch({
		changed: db
			.update(orders)
			.set({ packedAt: packed ? new Date() : null })
			.where(and(eq(orders.id, orderId), isShippableOrder, isOther))
			.returning({ id: orders.id }),
		found: db
			.select({ isShippable: sql<number>`${isShippableOrder}` })
			.from(orders)
			.where(and(eq(orders.id, orderId), isShownOrder)),
	});
	if (!found) throw new ShopError("not_found");
	if (!found.isShippable) throw new ShopError("not_shippable");
	return { modifiedCount: changed.length };
}

/** The buyer's own order, or any order for an administrator. Throws ShopError `not_found`. */
export async function getOrder(buyer: Buyer, orderId: string): Promise<Order> {
	return toOrder(await findOrderFor(buyer, orderId));
}

/** The row of the buyer's own visible order, or of any for an administrator. Throws ShopError `not_found`. */
export function findOrderFor(buyer: Buyer, orderId: string): Promise<OrderWithParcel> {
	return findOrder(orderId, may(buyer.user?.role, "orders") ? undefined : isOrderOfBuyer(buyer));
}

/** The row of a visible order that meets `condition`, if there is one. Throws ShopError `not_found`. */
export async function findOrder(orderId: string, condition?: SQL): Promise<OrderWithParcel> {
	const [row] = await database()
		.select(orderColumns)
		.from(orders)
		.where(and(eq(orders.id, orderId), isShownOrder, condition));
	if (!row) throw new ShopError("not_found");
	return row;
}

/** The row of an order, deleted and expired ones included, or undefined. */
export async function findAnyOrder(orderId: string): Promise<OrderRow | undefined> {
	const [row] = await database().select().from(orders).where(eq(orders.id, orderId));
	return row;
}

/** Maximum number of paid tools that a customer can choose from. */
const maxPaidTools = 100;

/**
 * The tools that a customer has paid for without a refund, each once, the latest order first. The
 * recursive query skips from tool to tool along an index, so that it reads a few rows for each tool
 * however many orders there are.
 */
export async function paidTools({ id }: Caller): Promise<{ id: string; name: string }[]> {
	const paid = sql`${orders.userId} = ${id} and ${isPaidOrder}`;
	const next = sql`select min(${orders.toolId}) from ${orders} where ${paid}`;
	const latest = sql`select ${orders.number} from ${orders} where ${paid} and ${orders.toolId} = bought.tool_id and ${orders.refundedAt} is null order by ${orders.number} desc limit 1`;
	return database().all(sql`
		with recursive bought(tool_id) as (
			${next}
			union all
			select (${next} and ${orders.toolId} > bought.tool_id) from bought where bought.tool_id is not null
			limit ${maxPaidTools}
		)
		select latest.tool_id as id, latest.tool_name as name
		from bought join ${orders} as latest on latest.number = (${latest})
		order by latest.number desc`);
}
