/** What visitors have searched for and not found. */
import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Searches that found nothing, by day. Nothing of who has searched. */
export const missedSearches = sqliteTable(
	"missed_searches",
	{
		/** A day in the shop's time zone, counted from 1 January 1970. */
		day: integer("day").notNull(),
		query: text("query").notNull(),
		/** How often its page was made. A page that comes from a cache is not made. */
		count: integer("count").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.day, table.query] }),
		check("missed_searches_query", sql`length(${table.query}) between 1 and 60`),
	],
);
