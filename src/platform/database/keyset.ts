/** Keyset pagination: each page starts after the last row of the previous one, so its cost does not grow with the list. */
import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm";
import type { Cursor } from "../../values/paging.ts";

export type Direction = "asc" | "desc";

/** Returns the condition for rows after a cursor, in a list sorted by a column and, for ties, by id. */
export function afterCursor(
	column: AnyColumn | SQL,
	id: AnyColumn | SQL,
	direction: Direction,
	cursor: Cursor | undefined,
): SQL | undefined {
	if (!cursor) return undefined;
	const operator = sql.raw(direction === "asc" ? ">" : "<");
	return sql`(${column}, ${id}) ${operator} (${cursor.value}, ${cursor.id})`;
}

/** Returns the ORDER BY terms of such a list. */
export function orderByKey(
	column: AnyColumn | SQL,
	id: AnyColumn | SQL,
	direction: Direction,
): [SQL, SQL] {
	const by = direction === "asc" ? asc : desc;
	return [by(column), by(id)];
}
