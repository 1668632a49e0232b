/** Sale prices, and the prices that tools had. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { saleStates } from "../shop/offers/sale-states.ts";
import { users } from "./auth-tables.ts";
import { isOneOf, timestampMs } from "./columns.ts";
import { tools } from "./tool-tables.ts";

/** Sales: tools that cost less from one day to another. The scheduled job starts and ends them. */
export const sales = sqliteTable(
	"sales",
	{
		id: text("id").primaryKey(),
		/** What staff call it. No page of the shop shows it. */
		name: text("name").notNull(),
		startsAt: timestampMs("starts_at").notNull(),
		endsAt: timestampMs("ends_at").notNull(),
		state: text("state", { enum: saleStates }).notNull(),
		createdAt: timestampMs("created_at").notNull(),
		createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		check("sales_state", isOneOf(table.state, saleStates)),
		check("sales_period", sql`${table.startsAt} < ${table.endsAt}`),
		index("sales_newest").on(table.startsAt, table.id),
		index("sales_planned").on(table.startsAt).where(sql`${table.state} = 'planned'`),
		index("sales_running").on(table.endsAt).where(sql`${table.state} = 'running'`),
		// For the end of an account.
		index("sales_by_creator").on(table.createdBy),
	],
);

/** The tools of a sale. A trigger keeps a tool from two sales at one time. */
export const saleTools = sqliteTable(
	"sale_tools",
	{
		saleId: text("sale_id")
			.notNull()
			.references(() => sales.id, { onDelete: "cascade" }),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		priceCents: integer("price_cents").notNull(),
		/** The lowest price of the 30 days before it started, also if that was no higher. */
		priorPriceCents: integer("prior_price_cents"),
		/** When its price began and ended. Without a start it never did: the tool was archived, or cost no more. */
		startedAt: timestampMs("started_at"),
		endedAt: timestampMs("ended_at"),
	},
	(table) => [
		primaryKey({ columns: [table.saleId, table.toolId] }),
		check("sale_tools_price", sql`${table.priceCents} > 0`),
		index("sale_tools_by_tool").on(table.toolId, table.startedAt),
	],
);

/** Each price that a tool was sold at, and from when: the lowest of the 30 days before a sale is in it. Triggers on `tools` fill it. */
export const priceHistory = sqliteTable(
	"price_history",
	{
		number: integer("number").primaryKey(),
		toolId: text("tool_id")
			.notNull()
			.references(() => tools.id, { onDelete: "cascade" }),
		/** Null from when the tool was archived: it had no price then. */
		priceCents: integer("price_cents"),
		since: timestampMs("since").notNull(),
	},
	(table) => [index("price_history_by_tool").on(table.toolId, table.since, table.priceCents)],
);
