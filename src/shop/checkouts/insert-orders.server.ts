/** Inserts the orders of a checkout: one for each of its lines. */
import { type SQL, sql } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { currency } from "../config/config.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { guestUserId } from "../users/guest.ts";
import type { Customer } from "../users/users.ts";
import { isLineOf, type LineToPlace, rowsOfLines } from "./checkout-lines.server.ts";
import type { CheckoutRequest } from "./checkouts.ts";
import type { ResolvedDelivery } from "./delivery.server.ts";

/**
 * Orders of a checkout with several are due then, in milliseconds: never. The job of the version before
 * closes an order without the payment of its checkout.
 */
const neverDueMs = 8.64e15;

/** A checkout that is placed, and the condition that it was. */
interface OrdersToInsert {
	id: string;
	requestKey: string;
	now: Date;
	customer: Customer;
	delivery: ResolvedDelivery;
	request: CheckoutRequest;
	lines: readonly LineToPlace[];
	isPlaced: SQL;
}

/** The statement that inserts one order for each line, in their order, if the checkout was inserted. */
export function insertOrders({
	id,
	requestKey,
	now,
	customer,
	delivery,
	request,
	lines,
	isPlaced,
}: OrdersToInsert) {
	const quantity = sql`json_each.value ->> 'quantity'`;
	const isAlone = lines.length === 1;
	// INSERT ... SELECT needs every column in the table's order. An order copies the tool's columns,
	// because the tool may change later.
	const values: Record<keyof OrderRow, unknown> = {
		number: null,
		id: sql`json_each.value ->> 'id'`,
		userId: customer.id,
		userName: request.name || customer.name,
		email: customer.email,
		phone: delivery.phone,
		address: delivery.addressInOneLine,
		toolId: tools.id,
		toolName: tools.name,
		image: tools.image,
		unitPriceCents: tools.priceCents,
		quantity,
		totalCents: sql`${tools.priceCents} * ${quantity}`,
		status: "Pending",
		paymentAttempt: 1,
		paymentIntentId: null,
		transactionId: null,
		// All guests share a user, and two may send the same key.
		requestKey: isAlone && customer.id !== guestUserId ? requestKey : sql`json_each.value ->> 'id'`,
		createdAt: now.getTime(),
		expiresAt: now.getTime() + orderHoldMs(),
		paidAt: null,
		shippedAt: null,
		closedAt: null,
		closeReason: null,
		refundedAt: null,
		disputedAt: null,
		partner: request.partner ?? null,
		checkAt: isAlone ? null : neverDueMs,
		checkFailures: 0,
		currency,
		checkoutId: id,
		refundedCents: 0,
		shipmentId: null,
		refundDueCents: 0,
		restockedAt: null,
		cancelledAt: null,
		refundFailedCents: 0,
		shippingCents: sql`json_each.value ->> 'shippingCents'`,
		taxCents: sql`json_each.value ->> 'taxCents'`,
		includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
		packedAt: null,
		fit: sql`json_each.value ->> 'fit'`,
	};
	const columns = Object.values(values).map((value) => sql`${value}`);
	return database()
		.insert(orders)
		.select(
			sql`select ${sql.join(columns, sql`, `)} from ${rowsOfLines(lines)} join ${tools} on ${isLineOf(tools.id)} where ${isPlaced} order by json_each.key`,
		);
}
