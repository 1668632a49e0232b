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

/** What was sold of a tool in a month (`2026-11`) of the shop's time zone. */
export const toolSales = sqliteTable(
	"tool_sales",
	{
		month: text("month").notNull(),
		toolId: text("tool_id").notNull(),
		pieces: integer("pieces").notNull(),
		/** Without shipping and tax. */
		cents: integer("cents").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.month, table.toolId] }),
		index("tool_sales_best").on(table.month, table.cents, table.toolId),
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

/** One row: what the shop owes on gift cards, and which settings the triggers count by. */
export const shopCounts = sqliteTable("shop_counts", {
	id: integer("id").primaryKey(),
	/** What is left on all gift cards and as store credit: the shop owes it. */
	giftCardsCents: integer("gift_cards_cents").notNull().default(0),
	/** The time zone and the year until which `zone_offsets` has its offsets. */
	offsetsOf: text("offsets_of").notNull().default("UTC"),
});
