/** The export of the orders to ship, a row each: what a carrier's program needs for their labels. */
import { and, asc, eq, sql } from "drizzle-orm";
import { isShippableLine, linePiecesToShip, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { ofLine } from "../orders/lines.server.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { inRange, type Page, type PageStart, rowsPerQuery, toPage } from "./export-pages.server.ts";
import type { TimeRange } from "./exports.ts";

/** Reads a page of them. What weighs an order is what is left to ship of it; one that is fetched is not sent. */
export async function readOrdersToShip(
	start: PageStart | undefined,
	range: TimeRange,
): Promise<Page> {
	const { number, name, company, line1, line2, city, region, postalCode, country } = orders;
	const { phone, email, note, service } = orders;
	const { rows } = await batch({
		rows: database()
			.select({
				orderId: orderLines.orderId,
				createdAt: orderLines.createdAt,
				number,
				name,
				company,
				line1,
				line2,
				city,
				region,
				postalCode,
				country,
				phone,
				email,
				note,
				service,
				pieces: sql<number>`sum(${linePiecesToShip})`.as("pieces"),
				grams: sql<number>`sum(${linePiecesToShip} * ${tools.weightGrams})`.as("grams"),
				unweighed:
					sql<number>`sum(case when ${tools.weightGrams} is null then ${linePiecesToShip} else 0 end)`.as(
						"unweighed",
					),
				items:
					sql<string>`group_concat(${linePiecesToShip} || ' × ' || ${orderLines.toolName} || coalesce(' (' || ${orderLines.sku} || ')', ''), '; ')`.as(
						"items",
					),
			})
			.from(orderLines)
			.innerJoin(orders, ofLine)
			.innerJoin(tools, eq(tools.id, orderLines.toolId))
			.where(
				and(
					isShippableLine,
					sql`json_extract(${orders.service}, '$.pickup') is null`,
					inRange(orderLines.createdAt, orderLines.orderId, start, range),
				),
			)
			.groupBy(orderLines.createdAt, orderLines.orderId)
			.orderBy(asc(orderLines.createdAt), asc(orderLines.orderId))
			.limit(rowsPerQuery),
	});
	const { defaultGrams = 0 } = (await shopSettings()).shipping;
	return toPage(
		rows,
		(row) => [
			formatOrderNumber(row.number),
			"",
			"",
			row.service?.name,
			row.service?.parcels ?? 1,
			((row.grams ?? 0) + row.unweighed * defaultGrams) / 1000,
			row.name,
			row.company,
			row.line1,
			row.line2,
			row.city,
			row.region,
			row.postalCode,
			row.country,
			row.phone,
			row.email,
			row.pieces,
			row.items,
			row.note,
		],
		({ createdAt, orderId }) => ({ value: createdAt.getTime(), id: orderId }),
	);
}
