/** Inserts the lines of an order: one for each of its lines. */
import { type SQL, sql } from "drizzle-orm";
import type { Customer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { currency } from "../../config/config.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { insertFrom } from "../../platform/database.ts";
import { isLineOf, type LineToPlace, rowsOfLines } from "./requested-lines.server.ts";

/** Lines of an order. */
interface LinesToInsert {
	/** The order's id. */
	id: string;
	requestKey: string;
	now: Date;
	expiresAt: Date;
	customer: Pick<Customer, "id" | "name" | "email">;
	phone: string;
	addressInOneLine: string;
	partner?: string | undefined;
	lines: readonly LineToPlace[];
	/** By default, if there is such an order. */
	condition?: SQL;
}

/** The statement that inserts the lines in their order, if the order was inserted. */
export function insertLines({
	id,
	requestKey,
	now,
	expiresAt,
	customer,
	phone,
	addressInOneLine,
	partner,
	lines,
	condition = sql`true`,
}: LinesToInsert) {
	const isAlone = lines.length === 1;
	const quantity = sql`json_each.value ->> 'quantity'`;
	return insertFrom(
		orderLines,
		{
			id: sql`json_each.value ->> 'id'`,
			userId: customer.id,
			userName: customer.name,
			email: customer.email,
			phone,
			address: addressInOneLine,
			// A copy of the tool, which may change later.
			toolId: tools.id,
			toolName: tools.name,
			image: tools.image,
			unitPriceCents: tools.priceCents,
			quantity,
			totalCents: sql`${tools.priceCents} * ${quantity}`,
			status: "Pending",
			createdAt: now.getTime(),
			expiresAt: expiresAt.getTime(),
			currency,
			// All guests share a user, and two may send the same key.
			requestKey:
				isAlone && customer.id !== guestUserId ? requestKey : sql`json_each.value ->> 'id'`,
			partner: partner ?? null,
			orderId: id,
			orderNumber: orders.number,
			shippingCents: sql`json_each.value ->> 'shippingCents'`,
			taxCents: sql`json_each.value ->> 'taxCents'`,
			includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
			fit: sql`json_each.value ->> 'fit'`,
		},
		sql`from ${orders} cross join ${rowsOfLines(lines)} join ${tools} on ${isLineOf(tools.id)} where ${orders.id} = ${id} and ${condition} order by json_each.key`,
	);
}
