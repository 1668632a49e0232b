/** Reads the overview: one round trip, and a bounded number of rows however large the shop is. */
import { and, desc, eq, sql } from "drizzle-orm";
import { currency } from "../../config/config.ts";
import { dayOf } from "../../config/days.ts";
import { salesTotals, shopCounts, toolSales } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import {
	calendarOf,
	daysToRead,
	type rangeOf,
	type Sales,
	salesOf,
	salesPeriod,
	type Totals,
} from "./overview.ts";

const topToolCount = 5;

export type ShopCounts = Omit<typeof shopCounts.$inferSelect, "id" | "lowStockMark" | "offsetsOf">;

export interface Overview extends Sales {
	topTools: {
		toolId: string;
		slug: string | null;
		name: string;
		image: string;
		pieces: number;
		cents: number;
	}[];
	counts: ShopCounts;
}

/** The totals of some days, each from the newest row until then. Zeros before the first. */
function totalsQuery(days: readonly number[]) {
	const newest = sql`select json_array(${salesTotals.orders}, ${salesTotals.paidOrders}, ${salesTotals.units}, ${salesTotals.revenueCents}, ${salesTotals.partnerCents}, ${salesTotals.refundedCents}) from ${salesTotals} where ${salesTotals.currency} = ${currency} and ${salesTotals.day} <= days.value order by ${salesTotals.day} desc limit 1`;
	// D1 would count each value of json_each as a row that is read.
	const values = sql.join(
		days.map((day) => sql`(${day})`),
		sql`, `,
	);
	return database()
		.select({
			day: sql<number>`days.value`.as("day"),
			totals: sql<string | null>`(${newest})`.as("totals"),
		})
		.from(sql`(select column1 as value from (values ${values})) as days`);
}

function toTotals({ day, totals }: { day: number; totals: string | null }): Totals {
	const values: number[] = totals === null ? [] : JSON.parse(totals);
	const [
		orders = 0,
		paidOrders = 0,
		units = 0,
		revenueCents = 0,
		partnerCents = 0,
		refundedCents = 0,
	] = values;
	return { day, orders, paidOrders, units, revenueCents, partnerCents, refundedCents };
}

/** Reads the figures of some days, and what waits for the merchant. */
export async function loadOverview(range: ReturnType<typeof rangeOf>): Promise<Overview> {
	const period = salesPeriod(calendarOf(range), range.last);
	const db = database();
	const {
		totals,
		topTools,
		counts: [counts],
	} = await batch({
		totals: totalsQuery(daysToRead(range)),
		topTools: db
			.select({
				toolId: toolSales.toolId,
				slug: tools.slug,
				name: tools.name,
				image: tools.image,
				pieces: toolSales.pieces,
				cents: toolSales.cents,
			})
			.from(toolSales)
			.innerJoin(tools, eq(tools.id, toolSales.toolId))
			.where(and(eq(toolSales.period, period), sql`${toolSales.pieces} > 0`))
			.orderBy(desc(toolSales.cents), desc(toolSales.toolId))
			.limit(topToolCount),
		counts: db.select().from(shopCounts).where(eq(shopCounts.id, 1)),
	});
	if (!counts) throw new Error("The row of shop_counts is missing: npm run doctor -- --fix");
	const { id: _, lowStockMark: __, offsetsOf: ___, ...shown } = counts;
	return {
		...salesOf(range, totals.map(toTotals)),
		topTools,
		counts: shown,
	};
}

/** Rows that one run of the sweep deletes at most. */
const sweptAtOnce = 500;

/** Deletes the sales by tool of days and weeks that the overview no longer shows. Months and years stay. */
export async function sweepToolSales(now = Date.now()): Promise<void> {
	const today = dayOf(now);
	const oldest = [salesPeriod("day", today - 7), salesPeriod("week", today - 14)];
	await Promise.all(
		oldest.map((period) =>
			database()
				.delete(toolSales)
				.where(
					sql`rowid in (select rowid from ${toolSales} where ${toolSales.period} >= ${period.slice(0, 1)} and ${toolSales.period} < ${period} limit ${sweptAtOnce})`,
				),
		),
	);
}
