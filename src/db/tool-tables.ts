/** Tools, and who waits for them. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./auth-tables.ts";
import { timestampMs } from "./columns.ts";

export const tools = sqliteTable(
	"tools",
	{
		/** The row number: it rises with every new row and is the rowid in the search tables. */
		number: integer("number").primaryKey(),
		id: text("id").notNull().unique(),
		name: text("name").notNull(),
		description: text("description").notNull(),
		image: text("image").notNull(),
		minOrderQuantity: integer("min_order_quantity").notNull(),
		quantity: integer("quantity").notNull(),
		/**
		 * Pieces ever stocked. Orders do not change it, so that at any time stocked = quantity + reserved +
		 * sold, where restocked orders no longer count as sold. `npm run doctor` checks that.
		 */
		stocked: integer("stocked").notNull(),
		priceCents: integer("price_cents").notNull(),
		createdAt: timestampMs("created_at").notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
		archivedAt: timestampMs("archived_at"),
	},
	(table) => [
		check("tools_min_order_quantity", sql`${table.minOrderQuantity} >= 1`),
		check("tools_quantity", sql`${table.quantity} >= 0`),
		check("tools_stocked", sql`${table.stocked} >= ${table.quantity}`),
		check("tools_price", sql`${table.priceCents} > 0`),
		check(
			"tools_integers",
			sql`typeof(${table.quantity}) = 'integer' and typeof(${table.minOrderQuantity}) = 'integer' and typeof(${table.priceCents}) = 'integer'`,
		),
		// The catalogue: newest first without archived tools. The id breaks ties for paging.
		index("tools_catalogue").on(table.createdAt, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_name").on(table.name, table.id).where(sql`${table.archivedAt} is null`),
		index("tools_by_price").on(table.priceCents, table.id).where(sql`${table.archivedAt} is null`),
		// For the images in use, here, in reviews and in orders.
		index("tools_by_image").on(table.image),
		index("tools_by_quantity").on(table.quantity, table.id).where(sql`${table.archivedAt} is null`),
	],
);

/** Who asked for a mail when a tool is back in stock. A row is deleted with the mail. */
export const stockAlerts = sqliteTable(
	"stock_alerts",
	{
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		createdAt: timestampMs("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.toolId] }),
		index("stock_alerts_by_tool").on(table.toolId, table.createdAt, table.userId),
	],
);
