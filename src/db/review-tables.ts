import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./auth-tables.ts";
import { timestampMs } from "./columns.ts";
import { orders } from "./order-tables.ts";
import { tools } from "./tool-tables.ts";

export const reviews = sqliteTable(
	"reviews",
	{
		id: text("id").primaryKey(),
		/** Null only for the demo shop's reviews. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		author: text("author").notNull(),
		rating: integer("rating").notNull(),
		image: text("image").notNull(),
		description: text("description").notNull(),
		toolId: text("tool_id").references(() => tools.id),
		/** The paid order of the tool, which makes the review verified. */
		orderId: text("order_id").references(() => orders.id),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		check(
			"reviews_rating",
			sql`${table.rating} between 1 and 5 and typeof(${table.rating}) = 'integer'`,
		),
		index("reviews_newest").on(table.createdAt, table.id),
		index("reviews_by_tool").on(table.toolId, table.createdAt, table.id),
		index("reviews_by_user").on(table.userId, table.createdAt, table.id),
		// A user's own reviews, newest first, and the review that a newer one replaces.
		index("reviews_of_user").on(table.userId, table.createdAt, table.id),
		index("reviews_of_user_and_tool").on(table.userId, table.toolId),
		index("reviews_by_image").on(table.image),
	],
);
