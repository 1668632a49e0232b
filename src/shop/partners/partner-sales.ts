/** Sales by partner: orders and revenue by the site that referred the customer. */
import { partnerHeadings } from "../../messages/exports.ts";
import { formatDecimals, toPrice } from "../../values/money.ts";
import { csvFile } from "../csv/csv.ts";

/** Partners per page of the report. */
export const partnerSalesPageSize = 50;

/** Most rows of the CSV file. */
export const maxCsvRows = 1000;

export interface PartnerSales {
	partner: string;
	/** Orders placed, without deleted and expired ones. */
	orders: number;
	paidOrders: number;
	/** What the tools of paid orders cost, without shipping and tax and without what was refunded of it. */
	revenueCents: number;
}

/** Returns the sales as a CSV file with a header row. */
export function toPartnerCsv(sales: readonly PartnerSales[]): string {
	const rows = sales.map(({ partner, orders, paidOrders, revenueCents }) => [
		partner,
		orders,
		paidOrders,
		formatDecimals(toPrice(revenueCents)),
	]);
	return csvFile([partnerHeadings, ...rows]);
}
