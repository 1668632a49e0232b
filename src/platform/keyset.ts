/** Sorting and paging by key: each page starts where the last one ended, however long the list is. */
import { type AnyColumn, asc, desc, like, or, type SQL, sql } from "drizzle-orm";
import type { Cursor } from "../http/paging.ts";

export type Direction = "asc" | "desc";

/** What comes after a cursor in a list sorted by a column, the id breaking ties. */
export function after(
	column: AnyColumn,
	id: AnyColumn,
	direction: Direction,
	cursor: Cursor | undefined,
): SQL | undefined {
	if (!cursor) return undefined;
	const sign = sql.raw(direction === "asc" ? ">" : "<");
	return sql`(${column}, ${id}) ${sign} (${cursor.value}, ${cursor.id})`;
}

/** The order of such a list. */
export function sorted(column: AnyColumn, id: AnyColumn, direction: Direction): [SQL, SQL] {
	const by = direction === "asc" ? asc : desc;
	return [by(column), by(id)];
}

/** That one of the columns holds the words looked for; nothing looked for matches all. */
export function holds(words: string | undefined, ...columns: AnyColumn[]): SQL | undefined {
	if (!words) return undefined;
	const pattern = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
	return or(...columns.map((column) => sql`${like(column, pattern)} escape '\\'`));
}
