/** Partners' orders in the database. */
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { orders } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import type { PartnerSales } from "./partners.ts";

/** Orders and revenue by partner, the best first. */
export function salesByPartner(): Promise<PartnerSales[]> {
	const paid = sql`${orders.transactionId} is not null and ${orders.closedAt} is null`;
	const revenue = sql<number>`coalesce(sum(case when ${paid} then ${orders.totalCents} end), 0)`;
	return database()
		.select({
			partner: sql<string>`${orders.partner}`.as("sent_by"),
			orders: sql<number>`count(*)`.as("placed"),
			paidOrders: sql<number>`count(case when ${paid} then 1 end)`.as("paid"),
			revenueCents: revenue.as("revenue_cents"),
		})
		.from(orders)
		.where(
			and(
				isNotNull(orders.partner),
				or(isNull(orders.closedWhy), eq(orders.closedWhy, "refunded")),
			),
		)
		.groupBy(orders.partner)
		.orderBy(sql`revenue_cents desc, sent_by`);
}
