/** Places orders: one batch takes the stock and inserts the order, or does neither. */
import {
	and,
	eq,
	getTableColumns,
	gt,
	gte,
	isNull,
	lte,
	notExists,
	type SQL,
	sql,
} from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as messages from "../../messages.ts";
import { batch, chain, database, insertFrom, newId } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { insertCheckout } from "../checkouts/insert-checkout.server.ts";
import { taxPercent } from "../checkouts/tax.ts";
import { isTotalByItemsAlone } from "../checkouts/totals.ts";
import { maxChargeCents, minChargeCents } from "../config/config.ts";
import { ShopError } from "../errors.ts";
import { toCents, totalOutOfBounds } from "../money.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import type { Caller } from "../users/users.ts";
import { contactErrors } from "./contact.ts";
import { fillProfile } from "./fill-profile.server.ts";
import { isSameRequest } from "./idempotency-key.server.ts";
import { newOrder } from "./new-order.server.ts";
import {
	openOrderError,
	reservationTotals,
	withinOpenOrderLimits,
} from "./open-order-limits.server.ts";
import { auditOrder } from "./order-audit.server.ts";
import { toOrder } from "./orders.server.ts";
import type { Order, OrderRequest } from "./orders.ts";

/**
 * Places an order in one transaction and one round trip, at the tool's current price. The same
 * `clientKey` (Idempotency-Key) returns the first order again while that is open or paid.
 *
 * Throws ShopError `checkout_required` (the total depends on the address), `not_found` (no such tool), `invalid` (below the minimum, no phone or address, total
 * out of Stripe's bounds), `out_of_stock`, `price_changed`, `too_many_open` (the caller's limit of
 * unpaid orders), `idempotency_mismatch` (the key was used with another body) or `order_closed` (the
 * key's order was deleted, expired or refunded).
 */
export async function placeOrder(
	caller: Caller,
	request: OrderRequest,
	clientKey?: string,
): Promise<Order> {
	if (!isTotalByItemsAlone()) throw new ShopError("checkout_required");
	const contact = resolveContact(caller, request);
	const idempotencyKey = clientKey ?? newId();
	const db = database();
	const sameKey = and(eq(orders.userId, caller.id), eq(orders.requestKey, idempotencyKey));
	const id = newId();
	const now = new Date();
	const total = sql`${tools.priceCents} * ${request.quantity}`;
	const canReserve = and(
		canFulfil(request),
		notExists(db.select({ one: sql`1` }).from(orders).where(sameKey)),
		withinOpenOrderLimits(caller, request.quantity),
	);
	const {
		order: [order],
		tool: [tool],
	} = await batch({
		...chain(
			{
				reserved: db
					.update(tools)
					.set({ quantity: sql`${tools.quantity} - ${request.quantity}`, updatedAt: now })
					.where(canReserve),
			},
			{
				// The checkout of an order that is bought alone has its id.
				checkout: (changed) =>
					insertCheckout(
						{ id, requestKey: idempotencyKey, now },
						{
							userId: caller.id,
							name: caller.name,
							email: caller.email,
							phone: contact.phone,
							line1: contact.address,
						},
						{
							itemsCents: total,
							totalCents: total,
							includedTaxCents: sql`${includedTaxOf(total)}`,
						},
						sql`from ${tools} where ${and(eq(tools.id, request.productCode), changed)}`,
					),
				inserted: (changed) =>
					insertOrder(id, caller, request, contact, idempotencyKey, now, changed),
				audit: (changed) => auditOrder("order.placed", id, caller.id, changed),
				...reminderOfExpiry(id, now),
				lowStock: (changed) => addLowStock(request, changed),
			},
		),
		order: db.select().from(orders).where(sameKey),
		tool: db
			.select({ ...getTableColumns(tools), ...reservationTotals(caller) })
			.from(tools)
			.where(eq(tools.id, request.productCode)),
		profile: fillProfile(caller.id, id, contact),
	});
	if (order && order.id !== id && !isSameRequest(order, request)) {
		throw new ShopError("idempotency_mismatch");
	}
	if (order?.closedAt) throw new ShopError("order_closed");
	if (order) {
		// Otherwise it is the key's first order, which took its stock earlier.
		if (order.id === id) purge("tools", `tool:${order.toolId}`);
		return toOrder(order);
	}
	throw placementError(caller, tool, request);
}

function resolveContact(caller: Caller, request: OrderRequest): { phone: string; address: string } {
	const contact = {
		phone: request.phone || caller.phone,
		address: request.address || caller.address,
	};
	const fields = contactErrors(contact);
	if (Object.keys(fields).length > 0) throw new ShopError("invalid", { fields });
	return contact;
}

/** The tax that an amount includes, as an expression: `includedTaxCents` in SQL, of whole numbers. */
function includedTaxOf(cents: SQL): SQL | number {
	const percent = taxPercent("");
	if (percent === 0) return 0;
	// Percentages have at most four decimals.
	const units = Math.round(percent * 10_000);
	const whole = 1_000_000 + units;
	return sql`cast(2 * ${cents} * ${units} + ${whole} as integer) / cast(${2 * whole} as integer)`;
}

/** How long before a reservation ends its customer is reminded, in milliseconds. */
const reminderMs = 2 * 60 * 60_000;

/** The shortest reservation with a reminder, in milliseconds: otherwise it would come right after the order. */
const minRemindedHoldMs = 3 * 60 * 60_000;

/** The statement that adds the reminder of a checkout's expiry to the outbox, if it is reserved for long. */
export function reminderOfExpiry(checkoutId: string, now: Date) {
	if (orderHoldMs() <= minRemindedHoldMs) return {};
	const availableAt = new Date(now.getTime() + orderHoldMs() - reminderMs);
	const event = { kind: "order.expiring", subject: checkoutId, availableAt } as const;
	return { reminder: (changed: SQL) => addToOutbox(event, changed) };
}

/** The statement that adds to the outbox that the order made its tool low in stock. */
function addLowStock({ productCode, quantity }: OrderRequest, changed: SQL) {
	const madeLow = sql`exists (select 1 from ${tools} where ${and(
		eq(tools.id, productCode),
		lte(tools.quantity, lowStockOfTool()),
		gt(sql`${tools.quantity} + ${quantity}`, lowStockOfTool()),
	)})`;
	const event = { kind: "stock.low", subject: productCode, digest: "only" } as const;
	return addToOutbox(event, sql`${changed} and ${madeLow}`);
}

/** The condition that the tool has enough stock for the request, at the price the customer saw. */
function canFulfil(request: OrderRequest): SQL | undefined {
	const total = sql`${tools.priceCents} * ${request.quantity}`;
	return and(
		eq(tools.id, request.productCode),
		isNull(tools.archivedAt),
		lte(tools.minOrderQuantity, request.quantity),
		gte(tools.quantity, request.quantity),
		gte(total, minChargeCents),
		lte(total, maxChargeCents),
		request.price === undefined ? undefined : eq(tools.priceCents, toCents(request.price)),
		request.totalPrice === undefined ? undefined : eq(total, toCents(request.totalPrice)),
	);
}

/** The statement that inserts the order if its stock was reserved. */
function insertOrder(
	id: string,
	caller: Caller,
	request: OrderRequest,
	contact: { phone: string; address: string },
	idempotencyKey: string,
	now: Date,
	reserved: SQL,
) {
	const order = newOrder(request.quantity, now);
	return insertFrom(
		orders,
		{
			id,
			userId: caller.id,
			userName: caller.name,
			email: caller.email,
			...contact,
			...order,
			requestKey: idempotencyKey,
			partner: request.partner ?? null,
			checkoutId: id,
			includedTaxCents: includedTaxOf(order.totalCents),
		},
		sql`from ${tools} where ${and(eq(tools.id, request.productCode), reserved)}`,
	);
}

/** The error for an order that was not placed, the most basic reason first. */
function placementError(
	caller: Caller,
	tool: (typeof tools.$inferSelect & { openOrders: number; reservedPieces: number }) | undefined,
	request: OrderRequest,
): ShopError {
	if (!tool || tool.archivedAt) return new ShopError("not_found");
	if (request.quantity < tool.minOrderQuantity) {
		return new ShopError("invalid", { fields: { quantity: messages.quantityBelowMinimum } });
	}
	const total = tool.priceCents * request.quantity;
	if (request.quantity > tool.quantity) {
		return new ShopError("out_of_stock", { fields: { quantity: messages.quantityExceeded } });
	}
	if (total < minChargeCents || total > maxChargeCents) {
		return new ShopError("invalid", { fields: { quantity: totalOutOfBounds() } });
	}
	return (
		openOrderError(caller, request.quantity, tool.minOrderQuantity, tool) ??
		new ShopError("price_changed")
	);
}
