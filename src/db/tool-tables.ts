/** Tools, and who waits for them. */
import { sql } from "drizzle-orm";
import {
	check,
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
} from "drizzle-orm/sqlite-core";
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

/**
 * What listed tools can do, in the vocabulary of content/standards: a row for each standard. Price and `unavailable` are the tool's, so that an index
 * has the best tool for a standard first; triggers keep them (`triggers.ts`), and delete the rows of a tool
 * that is archived.
 */
export const toolCapabilities = sqliteTable(
	"tool_capabilities",
	{
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		action: text("action").notNull(),
		/** Empty for a torque or a length. */
		dimension: text("dimension").notNull().default(""),
		/** Empty for a dimension with a unit, and where there is no dimension. */
		standard: text("standard").notNull().default(""),
		/** False for a standard that its maker excludes. */
		fits: integer("fits", { mode: "boolean" }).notNull().default(true),
		/** The range of a torque, a length or a dimension with a unit. */
		rangeFrom: real("range_from"),
		rangeTo: real("range_to"),
		/** What it can also do, but is not made for. */
		also: integer("also", { mode: "boolean" }).notNull().default(false),
		/** Whether less than the minimum order is in stock. */
		unavailable: integer("unavailable", { mode: "boolean" }).notNull().default(false),
		priceCents: integer("price_cents").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.toolId, table.action, table.dimension, table.standard] }),
		check(
			"tool_capabilities_range",
			sql`(${table.rangeFrom} is null) = (${table.rangeTo} is null) and (${table.rangeFrom} is null or ${table.rangeFrom} <= ${table.rangeTo})`,
		),
		// The best tool first: made for it, in stock, cheapest.
		index("tool_capabilities_best")
			.on(
				table.action,
				table.dimension,
				table.standard,
				table.also,
				table.unavailable,
				table.priceCents,
				table.toolId,
			)
			.where(sql`${table.fits} = 1`),
	],
);
