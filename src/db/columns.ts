/**
 * Columns and CHECKs that tables share. In all `*-tables.ts` money is in integers of the currency's minor unit
 * (`...Cents`), timestamps are in UTC milliseconds, ids are unguessable text, and every rule that the database
 * can enforce is a CHECK constraint, in case the code has a bug.
 */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customType, integer } from "drizzle-orm/sqlite-core";

/** A timestamp column: UTC milliseconds in the database, a Date in code. */
export function timestampMs(name: string) {
	return integer(name, { mode: "timestamp_ms" });
}

/** The database's time in UTC milliseconds, as SQL: that of the transaction, not of the Worker that sends it. */
export const databaseTime = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
/** The same as the default of a column. */
export const now: SQL = sql.raw(`(${databaseTime})`);

/** A text column that compares without case, in conditions and in its indexes (SQLite docs: Collating sequences, NOCASE: ASCII). */
export const textWithoutCase = customType<{ data: string; driverData: string }>({
	dataType: () => "text collate nocase",
});

/** Returns the CHECK that a column has one of `values`, which must be constants, never user input. */
export function isOneOf(column: AnyColumn, values: readonly string[]): SQL {
	return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
}
