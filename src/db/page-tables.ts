/** Pages that the owner writes in the dashboard. */
import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestampMs } from "./columns.ts";

export const pages = sqliteTable(
	"pages",
	{
		/** The last part of its address. */
		slug: text("slug").primaryKey(),
		title: text("title").notNull(),
		/** In the marks of page-text.ts. */
		text: text("text").notNull(),
		published: integer("published", { mode: "boolean" }).notNull(),
		updatedAt: timestampMs("updated_at").notNull(),
	},
	(table) => [
		check(
			"pages_slug",
			sql`${table.slug} glob '[a-z0-9]*' and ${table.slug} not glob '*[^a-z0-9-]*' and length(${table.slug}) <= 60`,
		),
	],
);
