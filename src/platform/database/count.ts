/** Counts the rows of a state: as many as are shown. */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { maxCounted } from "../../messages/numbers.ts";

/** Returns the number of rows of a query, as an expression that reads a hundred of them at most. */
export const countRows = (rows: SQL) =>
	sql`(select count(*) from (${rows} limit ${sql.raw(String(maxCounted))}))`.mapWith(Number);

/** Returns how many rows of a table are in a state. Its partial index has the rows of that state alone. */
export const countOf = (table: SQLiteTable, isInState: SQL, groups = sql``) =>
	countRows(sql`select 1 from ${table} where ${isInState} ${groups}`);
