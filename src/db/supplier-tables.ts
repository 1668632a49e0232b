/** Who delivers what the shop sells. */
import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestampMs } from "./columns.ts";

export const suppliers = sqliteTable(
	"suppliers",
	{
		/** The name, which is also in `tools.supplier`. */
		name: text("name").primaryKey(),
		/** Where orders go; empty without one. */
		mail: text("mail").notNull(),
		/** The days from the order to the delivery. */
		leadDays: integer("lead_days").notNull(),
		/** How often the shop orders: what is delivered lasts for that long, beside the time of the next delivery. */
		reviewDays: integer("review_days").notNull(),
		/** The value below which it delivers nothing. */
		minOrderCents: integer("min_order_cents").notNull(),
		note: text("note").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [
		check(
			"suppliers_days",
			sql`typeof(${table.leadDays}) = 'integer' and typeof(${table.reviewDays}) = 'integer' and ${table.leadDays} >= 0 and ${table.reviewDays} >= 1`,
		),
		check("suppliers_min_order", sql`${table.minOrderCents} >= 0`),
	],
);
