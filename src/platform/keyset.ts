/** Sorting and paging by key: each page starts where the last one ended, however long the list is. */
import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm";
import type { Cursor } from "../shop/paging.ts";

export type Direction = "asc" | "desc";

/** What comes after a cursor in a list sorted by a column, the id breaking ties. */
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

/** The order of such a list. */
export function orderByKey(
	column: AnyColumn | SQL,
	id: AnyColumn | SQL,
	direction: Direction,
): [SQL, SQL] {
	const by = direction === "asc" ? asc : desc;
	return [by(column), by(id)];
}
