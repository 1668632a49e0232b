/** What partners have brought, as the database has it summed up: a row a partner. */
import { and, sql } from "drizzle-orm";
import { byRevenueDesc, partnerSales } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../paging.ts";
import { maxCsvRows, type PartnerSales, partnerSalesPageSize } from "./partner-sales.ts";

/** A page of partners with orders, the best first, and the cursor of the next. */
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

/** A page of the report, from a cursor as it stands in an address; one that is none is ignored. */
export function partnerSalesPage(cursor: string | null) {
	const decoded = cursor === null ? null : decodeCursor(cursor);
	return listPartnerSales({ limit: partnerSalesPageSize, cursor: decoded ?? undefined });
}

/** The partners that the file has. */
export async function partnerSalesForCsv(): Promise<PartnerSales[]> {
	return (await listPartnerSales({ limit: maxCsvRows, cursor: undefined })).sales;
}
