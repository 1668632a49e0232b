/** What the scheduled job finds in the rows of all tables. See shop/health/row-checks.server.ts. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestampMs } from "./columns.ts";

/** One row: how far the job has looked through the tables. */
export const rowChecks = sqliteTable("row_checks", {
	id: integer("id").primaryKey(),
	/** The place of the table that comes next, and its last row that was checked. */
	step: integer("step").notNull().default(0),
	position: integer("position").notNull().default(0),
	/** The rows checked since `started_at`. */
	checked: integer("checked").notNull().default(0),
	/** Null between the end of one look through all tables and the start of the next. */
	startedAt: timestampMs("started_at"),
	/** When it last reached the end, and how many rows it had checked. */
	finishedAt: timestampMs("finished_at"),
	finishedRows: integer("finished_rows").notNull().default(0),
});

/** Rows that break a rule of row-rules.ts. */
export const brokenRows = sqliteTable(
	"broken_rows",
	{
		tableName: text("table_name").notNull(),
		/** The rule, by what it says. */
		message: text("message").notNull(),
		/** The id of the row. */
		subject: text("subject").notNull(),
		foundAt: timestampMs("found_at").notNull(),
		/** When it last broke the rule. */
		seenAt: timestampMs("seen_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.tableName, table.message, table.subject] }),
		index("broken_rows_newest").on(table.foundAt),
		index("broken_rows_by_seen_at").on(table.seenAt),
	],
);
