/**
 * Drawing lots among what is open: each has its chance in every run of a job, and no run reads more
 * than some of it, however much there is.
 */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** How many rows a run takes from each side to draw among. */
export const mostFromSide = 100;

/** Rows of a table in an order that an index holds: taken from the beginning. */
export interface Side {
	/**
	 * The index, by name. Left to itself SQLite may look for `x is null` in a unique index on x, as if
	 * there could be but one, and read all there are.
	 */
	index: string;
	where: SQL | undefined;
	by: SQL;
}

/** That a row is among those that lots are drawn of: the first of each side. */
export function amongFirst(table: SQLiteTable, ...sides: Side[]): SQL {
	const first = sides.map(
		({ index, where, by }) =>
			sql`select at_row from (select ${table}.rowid as at_row from ${table} indexed by ${sql.identifier(index)} where ${where ?? sql`1`} order by ${by} limit ${mostFromSide})`,
	);
	return sql`${table}.rowid in (${sql.join(first, sql` union all `)})`;
}

/** What puts rows into an order of chance. */
export const byLot: SQL = sql`random()`;
