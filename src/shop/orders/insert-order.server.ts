/** The statement that inserts an order. */
import { type SQL, sql } from "drizzle-orm";
import { currency } from "../../config/config.ts";
import { orders } from "../../db/order-tables.ts";
import { insertFrom } from "../../platform/database.ts";
import type { RequestKey } from "../../platform/idempotency-key.ts";
import { numberBeforeFirst } from "./order-number.ts";
import type { OrderRow } from "./orders.server.ts";

/** Who buys, and where it is delivered to. */
export type Buyer = Pick<OrderRow, "userId" | "name" | "email" | "phone" | "line1"> &
	Partial<Pick<OrderRow, "line2" | "city" | "region" | "postalCode" | "country" | "note">> &
	Partial<Pick<OrderRow, "accessTokenHash" | "addressKey" | "origin">>;

/** What it costs, in minor units or as expressions. */
export type Amounts = Record<"itemsCents" | "totalCents", SQL | number> &
	Partial<Record<"shippingCents" | "taxCents" | "includedTaxCents", SQL | number>> & {
		/** Stripe's calculation of the tax; null without Stripe Tax. */
		taxCalculationId?: string | null;
	};

/**
 * The statement that inserts an unpaid order for each row of `from`, a `from ... where ...` clause:
 * one row or none.
 */
export function insertOrder(
	{
		id,
		requestKey,
		now,
		expiresAt,
	}: { id: string; requestKey: RequestKey; now: Date; expiresAt: Date },
	buyer: Buyer,
	amounts: Amounts,
	from: SQL,
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
		from,
	);
}
