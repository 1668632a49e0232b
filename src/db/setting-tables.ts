/** The table of the settings that the dashboard stores. */
import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { orderTopics, settingTopics } from "../shop/settings/setting-topics.ts";
import { isOneOf, timestampMs } from "./columns.ts";

/** One row a topic. The audit log has who set it, and each earlier value. */
export const settings = sqliteTable(
	"settings",
	{
		topic: text("topic", { enum: settingTopics }).primaryKey(),
		/** JSON by the topic's schema; null for what shop.config.ts says. */
		value: text("value", { mode: "json" }).$type<unknown>(),
		/** How often it was set. Their sum tells an order whether anything has changed. */
		version: integer("version").notNull(),
		changedAt: timestampMs("changed_at").notNull(),
	},
	(table) => [
		check("settings_topic", isOneOf(table.topic, settingTopics)),
		check("settings_version", sql`${table.version} >= 1`),
		check("settings_value", sql`json_valid(${table.value})`),
	],
);

/** The condition of those by which an order is taken and priced. */
export const pricesOrders = isOneOf(settings.topic, orderTopics);
