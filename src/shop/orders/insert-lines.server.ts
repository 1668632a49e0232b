/** Inserts the lines of an order: one for each of its lines. */
import { sql } from "drizzle-orm";
import type { Customer } from "../../access/caller.ts";
import { currency } from "../../config/config.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { insertFrom } from "../../platform/database.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import type { ResolvedDelivery } from "./delivery.server.ts";
import type { OrderRequest } from "./orders.ts";
import { isLineOf, type LineToPlace, rowsOfLines } from "./requested-lines.server.ts";

/** An order that is placed. */
interface LinesToInsert {
	id: string;
	now: Date;
	customer: Customer;
	delivery: ResolvedDelivery;
	request: OrderRequest;
	lines: readonly LineToPlace[];
}

/** The statement that inserts the lines in their order, if the order was inserted. */
export function insertLines({ id, now, customer, delivery, request, lines }: LinesToInsert) {
	const quantity = sql`json_each.value ->> 'quantity'`;
	return insertFrom(
		orderLines,
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
			partner: request.partner ?? null,
			orderId: id,
			orderNumber: orders.number,
			shippingCents: sql`json_each.value ->> 'shippingCents'`,
			taxCents: sql`json_each.value ->> 'taxCents'`,
			includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
			fit: sql`json_each.value ->> 'fit'`,
		},
		sql`from ${orders} cross join ${rowsOfLines(lines)} join ${tools} on ${isLineOf(tools.id)} where ${orders.id} = ${id} order by json_each.key`,
	);
}
