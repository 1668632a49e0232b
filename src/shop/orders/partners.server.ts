/** What partners have brought, as the database has it summed up: a row a partner. */
import { and, sql } from "drizzle-orm";
import { bestFirst, partnerSales } from "../../db/tables.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../http/paging.ts";
import { database } from "../../platform/database.ts";
import { after, sorted } from "../../platform/keyset.ts";
import { mostInFile, type PartnerSales, reportSize } from "./partners.ts";

/** A page of partners with orders, the best first, and the cursor of the next. */
export async function salesByPartner({
	limit,
	cursor,
}: Page): Promise<{ sales: PartnerSales[]; next: Cursor | undefined }> {
	const { partner, orders, paidOrders, revenueCents } = partnerSales;
	const best = bestFirst(revenueCents);
	const found = await database()
		.select({ id: partner, orders, paidOrders, revenueCents })
		.from(partnerSales)
		.where(and(sql`${orders} > 0`, after(best, partner, "asc", cursor)))
		.orderBy(...sorted(best, partner, "asc"))
		.limit(limit + 1);
	const { rows, next } = splitPage(found, limit, ({ revenueCents }) => -revenueCents);
	return { sales: rows.map(({ id, ...sums }) => ({ partner: id, ...sums })), next };
}

/** A page of the report, from a cursor as it stands in an address; one that is none is ignored. */
export function partnersReport(cursor: string | null) {
	const place = cursor === null ? null : decodeCursor(cursor);
	return salesByPartner({ limit: reportSize, cursor: place ?? undefined });
}

/** The partners that the file has. */
export async function partnersFile(): Promise<PartnerSales[]> {
	return (await salesByPartner({ limit: mostInFile, cursor: undefined })).sales;
}
