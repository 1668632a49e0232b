/** What tools can do, in the vocabulary of content/standards. */
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
import { tools } from "./tool-tables.ts";

/**
 * A row for each standard that a listed tool fits. Price and `unavailable` are the tool's, so that an index
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
