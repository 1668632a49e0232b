/**
 * The settings that the dashboard has stored, kept in the isolate's memory for a minute. Each batch reads them along
 * when they are older (`batch` in database.ts), so that a page makes no round trip for them. Whoever must not use old
 * ones, as an order, compares their version in its own batch.
 */
import { sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { isOneOf } from "../../db/columns.ts";
import { pricesOrders, settings } from "../../db/setting-tables.ts";

/** The condition that a row is of a topic: by the primary key, as all queries find it. */
const isTopic = isOneOf(settings.topic, settings.topic.enumValues);

/** The values by topic, as they are stored. */
export interface StoredSettings {
	values: ReadonlyMap<string, unknown>;
	/** The sum of the versions of those by which orders are priced. */
	version: number;
}

/** How long they are used before they are read again, in milliseconds. */
export const settingsFreshMs = 60_000;

let kept: (StoredSettings & { until: number }) | undefined;

/** Returns those in memory, unless they are old. */
export function keptSettings(): StoredSettings | undefined {
	return kept && Date.now() < kept.until ? kept : undefined;
}

/** Returns the last ones that were read, however old, or none: for pages while the database can't be read. */
export const lastSettings = (): StoredSettings => kept ?? { values: new Map(), version: 0 };

/** Forgets those in memory. */
export function forgetSettings(): void {
	kept = undefined;
}

/** The statement that reads them. */
export const selectSettings = (db: Pick<DrizzleD1Database<Record<string, unknown>>, "select">) =>
	db
		.select({
			topic: settings.topic,
			value: settings.value,
			version: settings.version,
			pricesOrders: sql<0 | 1>`${pricesOrders}`.as("prices_orders"),
		})
		.from(settings)
		.where(isTopic);

/** Keeps what was read. */
export function keepSettings(rows: Awaited<ReturnType<typeof selectSettings>>): StoredSettings {
	const values = new Map(rows.map(({ topic, value }) => [topic, value]));
	const version = rows.reduce((sum, row) => sum + row.pricesOrders * row.version, 0);
	kept = { values, version, until: Date.now() + settingsFreshMs };
	return kept;
}

/** The version of the stored settings by which orders are priced, as an expression. */
export const settingsVersion = sql<number>`(select coalesce(sum(${settings.version}), 0) from ${settings} where ${pricesOrders})`;
