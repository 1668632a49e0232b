/** Inserts the orders of a checkout: one for each of its lines. */
import { type SQL, sql } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { insertFrom } from "../../platform/database.ts";
import type { RequestKey } from "../../platform/idempotency-key.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { currency } from "../config/config.ts";
import { guestUserId } from "../users/guest.ts";
import type { Customer } from "../users/users.ts";
import { isLineOf, type LineToPlace, rowsOfLines } from "./checkout-lines.server.ts";
import type { CheckoutRequest } from "./checkouts.ts";
import type { ResolvedDelivery } from "./delivery.server.ts";

/** A checkout that is placed, and the condition that it was. */
interface OrdersToInsert {
	id: string;
	requestKey: RequestKey;
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
	const isAlone = lines.length === 1;
	const quantity = sql`json_each.value ->> 'quantity'`;
	return insertFrom(
		orders,
		{
			id: sql`json_each.value ->> 'id'`,
			userId: customer.id,
			userName: request.name || customer.name,
			email: customer.email,
			phone: delivery.phone,
			address: delivery.addressInOneLine,
			// A copy of the tool, which may change later.
			toolId: tools.id,
			toolName: tools.name,
			image: tools.image,
			unitPriceCents: tools.priceCents,
			quantity,
			totalCents: sql`${tools.priceCents} * ${quantity}`,
			status: "Pending",
			createdAt: now.getTime(),
			expiresAt: now.getTime() + orderHoldMs(),
			currency,
			// All guests share a user, and two may send the same key.
			requestKey:
				isAlone && customer.id !== guestUserId ? requestKey.key : sql`json_each.value ->> 'id'`,
			partner: request.partner ?? null,
			checkoutId: id,
			shippingCents: sql`json_each.value ->> 'shippingCents'`,
			taxCents: sql`json_each.value ->> 'taxCents'`,
			includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
			fit: sql`json_each.value ->> 'fit'`,
		},
		sql`from ${rowsOfLines(lines)} join ${tools} on ${isLineOf(tools.id)} where ${isPlaced} order by json_each.key`,
	);
}
