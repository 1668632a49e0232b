/** Sums for the overview, kept by triggers (`sales-sums.ts`) in the transaction that changes an order. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestampMs } from "./columns.ts";

/**
 * Running totals at the end of each day on which something changed: what happened in a period is the
 * difference of two rows, however long it is. Days are those of the shop's time zone, counted from 1 January 1970.
 */
export const salesTotals = sqliteTable(
	"sales_totals",
	{
		currency: text("currency").notNull(),
		day: integer("day").notNull(),
		/** Orders placed, and those of them that were paid, on the day of their payment. */
		orders: integer("orders").notNull(),
		paidOrders: integer("paid_orders").notNull(),
		/** The pieces in paid orders, and what was paid for them with shipping and tax. */
		units: integer("units").notNull(),
		revenueCents: integer("revenue_cents").notNull(),
		/** The part of the revenue that partners have referred. */
		partnerCents: integer("partner_cents").notNull(),
		/** Refunds of orders, on the day that Stripe has made them. */
		refundedCents: integer("refunded_cents").notNull(),
	},
	(table) => [primaryKey({ columns: [table.currency, table.day] })],
);

/**
 * The offsets of the shop's time zone from UTC, each until the next: the triggers count days by them. Empty for
 * UTC. The scheduled job writes them.
 */
export const zoneOffsets = sqliteTable("zone_offsets", {
	since: integer("since").primaryKey(),
	offsetMs: integer("offset_ms").notNull(),
});

/** What was sold of a tool in a day (`d20414`), a week from Monday (`w2916`), a month (`m2026-11`) or a year (`y2026`), in the shop's time zone. */
export const toolSales = sqliteTable(
	"tool_sales",
	{
		period: text("period").notNull(),
		toolId: text("tool_id").notNull(),
		pieces: integer("pieces").notNull(),
		/** Without shipping and tax. */
		cents: integer("cents").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.period, table.toolId] }),
		index("tool_sales_best").on(table.period, table.cents, table.toolId),
	],
);

/** Who has paid orders without an account, by e-mail: what `users` has of customers with one. Kept by triggers. */
export const guests = sqliteTable(
	"guests",
	{
		email: text("email").primaryKey(),
		/** The name in their first order. */
		name: text("name").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		/** Paid orders that belong to no account: 0 once they are those of one. */
		orderCount: integer("order_count").notNull(),
		spentCents: integer("spent_cents").notNull(),
	},
	(table) => [
		index("guests_newest").on(table.createdAt, table.email).where(sql`${table.orderCount} > 0`),
		index("guests_by_spent").on(table.spentCents, table.email).where(sql`${table.orderCount} > 0`),
		index("guests_by_name").on(sql`lower(${table.name})`).where(sql`${table.orderCount} > 0`),
	],
);

/** One row: how many orders and e-mails are in a state that the administrators' lists filter by. An order has the states of its lines. */
export const shopCounts = sqliteTable("shop_counts", {
	id: integer("id").primaryKey(),
	ordersShown: integer("orders_shown").notNull().default(0),
	ordersToShip: integer("orders_to_ship").notNull().default(0),
	ordersUnpaid: integer("orders_unpaid").notNull().default(0),
	ordersShipped: integer("orders_shipped").notNull().default(0),
	ordersRefunded: integer("orders_refunded").notNull().default(0),
	ordersDisputed: integer("orders_disputed").notNull().default(0),
	/** Orders with a refund that is due. */
	refundsDue: integer("refunds_due").notNull().default(0),
	/** Orders whose newest refund has failed. */
	refundsFailed: integer("refunds_failed").notNull().default(0),
	toolsListed: integer("tools_listed").notNull().default(0),
	/** Listed tools with `is_low`. */
	toolsLow: integer("tools_low").notNull().default(0),
	/** Reviews that an administrator should look at: new ones and reported ones. */
	reviewsQueued: integer("reviews_queued").notNull().default(0),
	/** Questions without an answer that are not hidden. */
	questionsUnanswered: integer("questions_unanswered").notNull().default(0),
	/** Returns that staff decide on, or refund, next. */
	returnsWaiting: integer("returns_waiting").notNull().default(0),
	mailsFailed: integer("mails_failed").notNull().default(0),
	deadLetters: integer("dead_letters").notNull().default(0),
	/** What is left on all gift cards and as store credit: the shop owes it. */
	giftCardsCents: integer("gift_cards_cents").notNull().default(0),
	/** The stock at which a tool without a mark of its own is low. The scheduled job sets it to the setting LOW_STOCK. */
	lowStockMark: integer("low_stock_mark").notNull().default(5),
	/** The time zone and the year until which `zone_offsets` has its offsets. */
	offsetsOf: text("offsets_of").notNull().default("UTC"),
});
