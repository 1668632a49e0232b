/** Sales by partner, from a table that triggers keep up to date with one row per partner. */
import { and, sql } from "drizzle-orm";
import { byRevenueDesc, partnerSales } from "../../db/order-tables.ts";
import { database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../values/paging.ts";
import { maxCsvRows, type PartnerSales, partnerSalesPageSize } from "./partner-sales.ts";

/** Returns a page of partners with orders, highest revenue first, and the cursor of the next page. */
export async function listPartnerSales({
	limit,
	cursor,
}: Page): Promise<{ sales: PartnerSales[]; next: Cursor | undefined }> {
	const { partner, orders, paidOrders, revenueCents } = partnerSales;
	const byRevenue = byRevenueDesc(revenueCents);
	const found = await database()
		.select({ id: partner, orders, paidOrders, revenueCents })
		.from(partnerSales)
		.where(and(sql`${orders} > 0`, afterCursor(byRevenue, partner, "asc", cursor)))
		.orderBy(...orderByKey(byRevenue, partner, "asc"))
		.limit(limit + 1);
	const { rows, next } = splitPage(found, limit, ({ revenueCents }) => -revenueCents);
	return { sales: rows.map(({ id, ...totals }) => ({ partner: id, ...totals })), next };
}

/** Returns a page of the report. `cursor` comes from the URL; an invalid one is ignored. */
export function partnerSalesPage(cursor: string | null) {
	return listPartnerSales({ limit: partnerSalesPageSize, cursor: decodeCursor(cursor) });
}

/** Returns the rows of the CSV file. */
export async function partnerSalesForCsv(): Promise<PartnerSales[]> {
	return (await listPartnerSales({ limit: maxCsvRows, cursor: undefined })).sales;
}
