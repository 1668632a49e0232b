/** Orders in the database. Stock moves only together with the order that moves it, in one batch. */
import {
	type AnyColumn,
	and,
	eq,
	gte,
	isNotNull,
	isNull,
	lt,
	lte,
	notExists,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { type Cursor, type Page, splitPage } from "../../http/paging.ts";
import { messages } from "../../messages.ts";
import { database, newId } from "../../platform/database.ts";
import { after, holds, sorted } from "../../platform/keyset.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import type { Caller } from "../users/users.ts";
import { chargeBounds, toCents, toDollars } from "../values.ts";
import type { Closing, Order, OrderRequest, OrderSort, OrderStatus } from "./orders.ts";

export type OrderRow = typeof orders.$inferSelect;

/** An order as it goes over the wire. */
export function toOrder(row: OrderRow): Order {
	return {
		_id: row.id,
		UserName: row.userName,
		phone: row.phone,
		address: row.address,
		name: row.toolName,
		email: row.email,
		price: toDollars(row.unitPriceCents),
		totalPrice: toDollars(row.totalCents),
		productCode: row.toolId,
		quantity: row.quantity,
		image: row.image,
		status: row.status,
		paid: row.transactionId !== null,
		...(row.transactionId && { transactionId: row.transactionId }),
		...(row.closedWhy === "refunded" && { refunded: true as const }),
		...(row.partner && { partner: row.partner }),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
	};
}

/**
 * Places an order in one transaction and one round trip: takes the stock and writes the order
 * from the tool's own price, or does neither. The same key gives the first order again.
 * Refuses with not_found (no such tool), invalid (below the minimum, no phone or address, total
 * out of Stripe's bounds), out_of_stock and price_changed.
 */
export async function placeOrder(
	caller: Caller,
	asked: OrderRequest,
	key?: string,
): Promise<Order> {
	const contact = contactOf(caller, asked);
	const requestKey = key ?? newId();
	const db = database();
	const sameRequest = and(eq(orders.userId, caller.id), eq(orders.requestKey, requestKey));
	const now = new Date();
	const [, , [order], [tool]] = await db.batch([
		db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} - ${asked.quantity}`, updatedAt: now })
			.where(
				and(mayTake(asked), notExists(db.select({ one: sql`1` }).from(orders).where(sameRequest))),
			),
		insertTaken(caller, asked, contact, requestKey, now),
		db.select().from(orders).where(sameRequest),
		db.select().from(tools).where(eq(tools.id, asked.productCode)),
	]);
	if (order) return toOrder(order);
	throw whyNot(tool, asked);
}

function contactOf(caller: Caller, asked: OrderRequest): { phone: string; address: string } {
	const phone = asked.phone || caller.phone;
	const address = asked.address || caller.address;
	const fields = {
		...(!phone && { phone: messages.phoneRequired }),
		...(!address && { address: messages.addressRequired }),
	};
	if (Object.keys(fields).length > 0) throw new ShopError("invalid", { fields });
	return { phone, address };
}

/** That the tool can give what is asked, at the price that was seen. */
function mayTake(asked: OrderRequest): SQL | undefined {
	const total = sql`${tools.priceCents} * ${asked.quantity}`;
	return and(
		eq(tools.id, asked.productCode),
		isNull(tools.archivedAt),
		lte(tools.minOrderQuantity, asked.quantity),
		gte(tools.quantity, asked.quantity),
		gte(total, chargeBounds.minCents),
		lte(total, chargeBounds.maxCents),
		asked.price === undefined ? undefined : eq(tools.priceCents, toCents(asked.price)),
		asked.totalPrice === undefined ? undefined : eq(total, toCents(asked.totalPrice)),
	);
}

/** The order, written only if the statement before it in the batch took the stock: changes() says so. */
function insertTaken(
	caller: Caller,
	asked: OrderRequest,
	contact: { phone: string; address: string },
	requestKey: string,
	now: Date,
) {
	const db = database();
	const nothing = sql`null`;
	// Every column in the table's order, as an insert from a select needs; the tool's own columns
	// are what was agreed, whatever becomes of the tool.
	const order = db
		.select({
			id: sql`${newId()}`.as("order_id"),
			userId: sql`${caller.id}`.as("user_id"),
			userName: sql`${caller.name}`.as("user_name"),
			email: sql`${caller.email}`.as("email"),
			phone: sql`${contact.phone}`.as("phone"),
			address: sql`${contact.address}`.as("address"),
			toolId: tools.id,
			toolName: tools.name,
			image: tools.image,
			unitPriceCents: tools.priceCents,
			quantity: sql`${asked.quantity}`.as("ordered"),
			totalCents: sql`${tools.priceCents} * ${asked.quantity}`.as("total_cents"),
			status: sql`'Pending'`.as("status"),
			paymentAttempt: sql`1`.as("payment_attempt"),
			paymentIntentId: nothing.as("payment_intent_id"),
			transactionId: nothing.as("transaction_id"),
			requestKey: sql`${requestKey}`.as("request_key"),
			createdAt: sql`${now.getTime()}`.as("created_at"),
			expiresAt: sql`${now.getTime() + orderHoldMs()}`.as("expires_at"),
			paidAt: nothing.as("paid_at"),
			shippedAt: nothing.as("shipped_at"),
			closedAt: nothing.as("closed_at"),
			closedWhy: nothing.as("closed_why"),
			partner: sql`${asked.partner ?? null}`.as("partner"),
		})
		.from(tools)
		.where(and(eq(tools.id, asked.productCode), sql`changes() = 1`));
	return db.insert(orders).select(order);
}

/** Why nothing was taken, most basic reason first. */
function whyNot(tool: typeof tools.$inferSelect | undefined, asked: OrderRequest): ShopError {
	if (!tool || tool.archivedAt) return new ShopError("not_found");
	if (asked.quantity < tool.minOrderQuantity) {
		return new ShopError("invalid", { fields: { quantity: messages.quantityBelowMinimum } });
	}
	const total = tool.priceCents * asked.quantity;
	if (asked.quantity > tool.quantity) {
		return new ShopError("out_of_stock", { fields: { quantity: messages.quantityExceeded } });
	}
	if (total < chargeBounds.minCents || total > chargeBounds.maxCents) {
		return new ShopError("invalid", { fields: { quantity: messages.totalOutOfBounds } });
	}
	return new ShopError("price_changed");
}

/** What customers and administrators see: everything but what was deleted or ran out. */
const shown = or(isNull(orders.closedWhy), eq(orders.closedWhy, "refunded"));

interface OrderList extends Page {
	/** Whose orders; everybody's where none is named. */
	email?: string | undefined;
	/** Words looked for in names, e-mails and ids. */
	q?: string | undefined;
	sort?: OrderSort | undefined;
}

/** A page of orders, newest first: those of an e-mail, or all. Refuses what is not the caller's with forbidden. */
export async function listOrders(
	caller: Caller,
	{ limit, cursor, email, q, sort = "-createdAt" }: OrderList,
): Promise<{ orders: Order[]; next: Cursor | undefined }> {
	const own = email === caller.email;
	if (!own && caller.role !== "admin") throw new ShopError("forbidden");
	const [column, direction, sortedBy] = sorts[sort];
	const found = await database()
		.select()
		.from(orders)
		.where(
			and(
				own ? eq(orders.userId, caller.id) : undefined,
				!own && email !== undefined ? eq(orders.email, email) : undefined,
				shown,
				holds(q, orders.userName, orders.email, orders.toolName, orders.id, orders.transactionId),
				after(column, orders.id, direction, cursor),
			),
		)
		.orderBy(...sorted(column, orders.id, direction))
		.limit(limit + 1);
	const { rows, next } = splitPage(found, limit, sortedBy);
	return { orders: rows.map(toOrder), next };
}

/** By which column and which way each sort goes, and what a row is sorted by. */
const sorts = {
	"-createdAt": [orders.createdAt, "desc", (row: OrderRow) => row.createdAt.getTime()],
	createdAt: [orders.createdAt, "asc", (row: OrderRow) => row.createdAt.getTime()],
	"-totalPrice": [orders.totalCents, "desc", (row: OrderRow) => row.totalCents],
} as const;

/**
 * Changes an order's status: a paid one that is pending may become shipped, nothing else.
 * Refuses with not_found and not_shippable; a status it has already changes nothing.
 */
export async function setStatus(
	orderId: string,
	status: OrderStatus,
): Promise<{ modifiedCount: number }> {
	const order = await findOrder(orderId);
	if (order.status === status) return { modifiedCount: 0 };
	if (status !== "Shipped") throw new ShopError("not_shippable");
	const shipped = await database()
		.update(orders)
		.set({ status: "Shipped", shippedAt: new Date() })
		.where(and(eq(orders.id, orderId), eq(orders.status, "Pending"), paidAndOpen))
		.returning({ id: orders.id });
	if (shipped.length === 0) throw new ShopError("not_shippable");
	return { modifiedCount: 1 };
}

const paidAndOpen = and(isNotNull(orders.transactionId), isNull(orders.closedAt));

/** An order the caller may see: their own, or any for an administrator. Refuses with not_found. */
export async function getOrder(caller: Caller, orderId: string): Promise<Order> {
	return toOrder(await findOrder(orderId, caller.role === "admin" ? undefined : caller.id));
}

/** The row of a shown order, of `ownerId` where one is named. Refuses with not_found. */
export async function findOrder(orderId: string, ownerId?: string): Promise<OrderRow> {
	const [row] = await database()
		.select()
		.from(orders)
		.where(and(eq(orders.id, orderId), shown, ownerId ? eq(orders.userId, ownerId) : undefined));
	if (!row) throw new ShopError("not_found");
	return row;
}

/** The row of an order whatever became of it, or undefined. */
export async function findAnyOrder(orderId: string): Promise<OrderRow | undefined> {
	const [row] = await database().select().from(orders).where(eq(orders.id, orderId));
	return row;
}

/** That the order is neither paid nor closed. */
export const unsettled = and(isNull(orders.transactionId), isNull(orders.closedAt));

/**
 * Closes an unpaid order and gives its stock back, both or neither, once. `intentId` is the
 * payment that was made sure not to succeed: an order that has another by now stays open.
 * Gives whether it was closed.
 */
export async function closeAndRestock(
	orderId: string,
	why: Closing,
	intentId: string | null,
): Promise<boolean> {
	const db = database();
	const now = new Date();
	const [closed] = await db.batch([
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
			.returning({ id: orders.id }),
		db
			.update(tools)
			.set({
				quantity: sql`${tools.quantity} + ${orderColumn(orders.quantity, orderId)}`,
				updatedAt: now,
			})
			.where(and(eq(tools.id, orderColumn(orders.toolId, orderId)), sql`changes() = 1`)),
	]);
	return closed.length === 1;
}

function orderColumn(column: AnyColumn, orderId: string): SQL {
	return sql`(select ${column} from ${orders} where ${orders.id} = ${orderId})`;
}

/** Unpaid orders whose hold has run out, oldest first. */
export function expiredOrders(limit: number): Promise<OrderRow[]> {
	return database()
		.select()
		.from(orders)
		.where(and(unsettled, lt(orders.expiresAt, new Date())))
		.orderBy(orders.expiresAt)
		.limit(limit);
}

/** Unpaid, open orders that have a payment under way, oldest hold first. */
export function ordersAwaitingPayment(limit: number): Promise<OrderRow[]> {
	return database()
		.select()
		.from(orders)
		.where(and(unsettled, sql`${orders.paymentIntentId} is not null`))
		.orderBy(orders.expiresAt)
		.limit(limit);
}

/** The caller's own order, or undefined: the payment page's view, for nobody else. */
export async function findOwnOrder(caller: Caller, orderId: string): Promise<Order | undefined> {
	try {
		return toOrder(await findOrder(orderId, caller.id));
	} catch (error) {
		if (error instanceof ShopError && error.code === "not_found") return undefined;
		throw error;
	}
}
