/** What partners have brought: orders and revenue by the site that sent the customer. */
import { toDollars } from "../fields.ts";

/** How many partners a page of the report shows. */
export const partnerSalesPageSize = 50;

/** How many partners the file has at most. */
export const maxCsvRows = 1000;

export interface PartnerSales {
	partner: string;
	/** Orders placed, but for those that were deleted or ran out. */
	orders: number;
	paidOrders: number;
	/** Of paid orders that were not refunded. */
	revenueCents: number;
}

/**
 * A cell of a CSV file (RFC 4180). One that a spreadsheet would take for a formula gets an
 * apostrophe in front: names come from other sites.
 */
function csvCell(value: string | number): string {
	const text = String(value);
	const escaped = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** The sales as a CSV file with a heading. */
export function toPartnerCsv(sales: readonly PartnerSales[]): string {
	const rows = sales.map(({ partner, orders, paidOrders, revenueCents }) => [
		partner,
		orders,
		paidOrders,
		toDollars(revenueCents).toFixed(2),
	]);
	return [["Partner", "Orders", "Paid orders", "Revenue in US dollars"], ...rows]
		.map((row) => `${row.map(csvCell).join(",")}\r\n`)
		.join("");
}
