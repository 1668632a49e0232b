/** The statements that insert an order and its lines. */
import { sql } from "drizzle-orm";
import { currency } from "../../config/config.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { insertFrom } from "../../platform/database/database.ts";
import type { RequestKey } from "../../platform/limits/idempotency-key.ts";
import { optionsOfTool } from "../tools/families.server.ts";
import type { OrderRow } from "./lines.server.ts";
import { numberBeforeFirst } from "./order-number.ts";
import { isLineOf, type LineToPlace, rowsOfLines } from "./requested-lines.server.ts";

/** Who buys, and where it is delivered to. */
type Buyer = Pick<OrderRow, "userId" | "name" | "email" | "phone" | "line1" | "address"> &
	Partial<Pick<OrderRow, "line2" | "city" | "region" | "postalCode" | "country" | "note">> &
	Partial<Pick<OrderRow, "accessTokenHash" | "addressKey" | "origin" | "partner">> &
	Partial<Pick<OrderRow, "company" | "taxNumber" | "reference" | "giftNote">> & {
		/** The same as the database stores it. */
		hidesPrices?: number;
		isUnproved?: number;
		network?: string | null;
		billing?: string | null;
		giftTo?: string;
		giftDueAt?: number;
		vatCheck?: string | null;
		service?: string | null;
	};

/** What it costs, in minor units. */
type Amounts = Pick<OrderRow, "itemsCents" | "totalCents"> &
	Partial<
		Pick<
			OrderRow,
			| "discountsCents"
			| "shippingCents"
			| "taxCents"
			| "includedTaxCents"
			| "taxCalculationId"
			| "giftCardCents"
		>
	>;

/** The statement that inserts an unpaid order. */
export function insertOrder(
	{
		id,
		requestKey,
		now,
		expiresAt,
	}: { id: string; requestKey: RequestKey; now: Date; expiresAt: Date },
	buyer: Buyer,
	amounts: Amounts,
) {
	return insertFrom(
		orders,
		{
			...buyer,
			...amounts,
			id,
			// Orders are never deleted and D1 writes one batch at a time: no number is given twice.
			number: sql`(select coalesce(max(${orders.number}), ${sql.raw(String(numberBeforeFirst))}) + 1 from ${orders})`,
			requestKey: requestKey.key,
			requestFingerprint: requestKey.fingerprint,
			currency,
			createdAt: now.getTime(),
			expiresAt: expiresAt.getTime(),
		},
		sql`where true`,
	);
}

/** The statement that inserts lines of an order, in their order. */
export function insertLines(orderId: string, lines: readonly LineToPlace[]) {
	const quantity = sql`json_each.value ->> 'quantity'`;
	const discount = sql`coalesce(json_each.value ->> 'discountCents', 0)`;
	return insertFrom(
		orderLines,
		{
			id: sql`json_each.value ->> 'id'`,
			userId: orders.userId,
			// A copy of the tool, which may change later.
			toolId: tools.id,
			toolName: tools.name,
			sku: tools.sku,
			options: optionsOfTool,
			image: tools.image,
			unitPriceCents: tools.priceCents,
			quantity,
			discountCents: discount,
			totalCents: sql`${tools.priceCents} * ${quantity} - ${discount}`,
			bundleId: sql`json_each.value ->> 'bundleId'`,
			bundleName: sql`json_each.value ->> 'bundleName'`,
			bundleQuantity: sql`json_each.value ->> 'bundleQuantity'`,
			bundleDiscountCents: sql`coalesce(json_each.value ->> 'bundleDiscountCents', 0)`,
			status: "Pending",
			createdAt: orders.createdAt,
			orderId,
			shippingCents: sql`json_each.value ->> 'shippingCents'`,
			taxCents: sql`json_each.value ->> 'taxCents'`,
			includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
			taxRate: sql`json_each.value ->> 'taxRate'`,
			giftCodes: sql`json_each.value -> 'giftCodes'`,
			fit: sql`json_each.value ->> 'fit'`,
		},
		sql`from ${orders} cross join ${rowsOfLines(lines)} join ${tools} on ${isLineOf(tools.id)} where ${orders.id} = ${orderId} order by json_each.key`,
	);
}
