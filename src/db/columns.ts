import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { integer } from "drizzle-orm/sqlite-core";

/** A moment: UTC milliseconds in the database, a Date in code. */
export function timestampMs(name: string) {
	return integer(name, { mode: "timestamp_ms" });
}

/** The CHECK that a column holds one of a fixed list of words (words of our own, never a user's). */
export function isOneOf(column: AnyColumn, values: readonly string[]): SQL {
	return sql`${column} in (${sql.raw(values.map((word) => `'${word}'`).join(", "))})`;
}
