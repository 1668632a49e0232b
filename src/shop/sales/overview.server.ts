/** Reads the overview: one round trip, and a bounded number of rows however large the shop is. */
import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { currency } from "../../config/config.ts";
import {
	hasFailedRefund,
	isRefundDue,
	isShownOrder,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { failedMails } from "../../db/outbox-tables.ts";
import { isUnanswered, questions } from "../../db/question-tables.ts";
import { returns } from "../../db/return-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { salesTotals, toolSales } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { countOf } from "../../platform/database/count.ts";
import { batch, database } from "../../platform/database/database.ts";
import { countOrdersToShip } from "../orders/orders-workspace.server.ts";
import { countOfLowStock } from "../tools/low-stock.server.ts";
import { daysToRead, monthOf, type rangeOf, type Sales, salesOf, type Totals } from "./overview.ts";

const topToolCount = 5;

/** What waits for staff, each counted by its partial index. */
const countsOfWaiting = () => ({
	toShip: countOrdersToShip,
	lowStock: countOfLowStock(),
	refundsDue: countOf(orderLines, isRefundDue),
	refundsFailed: countOf(orderLines, hasFailedRefund),
	disputes: countOf(orderLines, isNotNull(orderLines.disputedAt)),
	reviews: countOf(reviews, isNotNull(reviews.queuedAt)),
	questions: countOf(questions, isUnanswered),
	returns: countOf(returns, inArray(returns.state, ["asked", "received"])),
	mails: countOf(failedMails, gt(failedMails.failedAt, new Date(0))),
});

export interface Overview extends Sales {
	topTools: {
		toolId: string;
		slug: string | null;
		name: string;
		image: string;
		pieces: number;
		cents: number;
	}[];
	/** What waits for staff: `formatCount` says how many are counted. */
	counts: Record<keyof ReturnType<typeof countsOfWaiting>, number>;
	/** Whether the shop has an order, and a tool that is for sale. */
	hasOrders: boolean;
	hasTools: boolean;
}

const noSales = {
	orders: 0,
	paidOrders: 0,
	units: 0,
	revenueCents: 0,
	partnerCents: 0,
	refundedCents: 0,
};
const figureNames = Object.keys(noSales) as (keyof typeof noSales)[];

/** The totals of some days, each from the newest row until then. Zeros before the first. */
function totalsQuery(days: readonly number[]) {
	const figures = figureNames.map((name) => sql`${sql.raw(`'${name}'`)}, ${salesTotals[name]}`);
	const newest = sql`
		select json_object(${sql.join(figures, sql`, `)})
		from ${salesTotals}
		where ${salesTotals.currency} = ${currency} and ${salesTotals.day} <= days.value
		order by ${salesTotals.day} desc
		limit 1
	`;
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
	const figures: Partial<Totals> = totals === null ? {} : JSON.parse(totals);
	return { ...noSales, ...figures, day };
}

/** Reads the figures of some days, and what waits for the merchant. */
export async function loadOverview(range: ReturnType<typeof rangeOf>): Promise<Overview> {
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
			.where(and(eq(toolSales.month, monthOf(range)), sql`${toolSales.pieces} > 0`))
			.orderBy(desc(toolSales.cents), desc(toolSales.toolId))
			.limit(topToolCount),
		counts: db
			.select({
				...countsOfWaiting(),
				hasOrders: sql`exists (select 1 from ${orders} where ${isShownOrder})`.mapWith(Boolean),
				hasTools: sql`exists (select 1 from ${tools} where ${tools.archivedAt} is null)`.mapWith(
					Boolean,
				),
			})
			.from(sql`(select 1) as shop`),
	});
	if (!counts) throw new Error("A select without a condition returned no row");
	const { hasOrders, hasTools, ...waiting } = counts;
	return {
		...salesOf(range, totals.map(toTotals)),
		topTools,
		counts: waiting,
		hasOrders,
		hasTools,
	};
}
