/** Placing an order: the stock moves only together with the order that takes it, in one batch. */
import { and, eq, getTableColumns, gte, isNull, lte, notExists, type SQL, sql } from "drizzle-orm";
import { orders, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { purge } from "../../platform/cache.ts";
import { database, newId } from "../../platform/database.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import type { Caller } from "../users/users.ts";
import { chargeBounds, toCents } from "../values.ts";
import { fillProfile } from "./contact.server.ts";
import { heldColumns, mayHoldMore, whyTooMany } from "./open-limit.server.ts";
import { toOrder } from "./orders.server.ts";
import type { Order, OrderRequest } from "./orders.ts";
import { recordOrder } from "./record.server.ts";
import { isSameRequest } from "./request-key.server.ts";

/**
 * Places an order in one transaction and one round trip: takes the stock and writes the order
 * from the tool's own price, or does neither. The same key gives the first order again, as long as
 * that is open or paid. Refuses with not_found (no such tool), invalid (below the minimum, no phone
 * or address, total out of Stripe's bounds), out_of_stock, price_changed, too_many_open (the caller's
 * unpaid orders hold all they may), idempotency_mismatch where the key came with another body, and
 * order_closed where the key's order was deleted, ran out or was paid back.
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
	const id = newId();
	const now = new Date();
	const [, , , [order], [tool]] = await db.batch([
		db
			.update(tools)
			.set({ quantity: sql`${tools.quantity} - ${asked.quantity}`, updatedAt: now })
			.where(
				and(
					mayTake(asked),
					notExists(db.select({ one: sql`1` }).from(orders).where(sameRequest)),
					mayHoldMore(caller, asked.quantity),
				),
			),
		insertTaken(id, caller, asked, contact, requestKey, now),
		recordOrder("order.placed", id, caller.id),
		db.select().from(orders).where(sameRequest),
		db
			.select({ ...getTableColumns(tools), ...heldColumns(caller) })
			.from(tools)
			.where(eq(tools.id, asked.productCode)),
		fillProfile(caller.id, id, contact),
	]);
	if (order && order.id !== id && !isSameRequest(order, asked)) {
		throw new ShopError("idempotency_mismatch");
	}
	if (order?.closedAt) throw new ShopError("order_closed");
	if (order) {
		// The same key's first order took its stock when it was placed.
		if (order.id === id) purge("tools", `tool:${order.toolId}`);
		return toOrder(order);
	}
	throw whyNot(caller, tool, asked);
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
	id: string,
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
			number: nothing.as("number"),
			id: sql`${id}`.as("order_id"),
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
			refundedAt: nothing.as("refunded_at"),
			disputedAt: nothing.as("disputed_at"),
			partner: sql`${asked.partner ?? null}`.as("partner"),
			checkAt: nothing.as("check_at"),
			checkFailures: sql`0`.as("check_failures"),
		})
		.from(tools)
		.where(and(eq(tools.id, asked.productCode), sql`changes() = 1`));
	return db.insert(orders).select(order);
}

/** Why nothing was taken, most basic reason first. */
function whyNot(
	caller: Caller,
	tool: (typeof tools.$inferSelect & { open: number; held: number }) | undefined,
	asked: OrderRequest,
): ShopError {
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
	return (
		whyTooMany(caller, asked.quantity, tool.minOrderQuantity, tool) ??
		new ShopError("price_changed")
	);
}
