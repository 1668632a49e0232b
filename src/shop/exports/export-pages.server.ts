/** The pages of an export: a query for some rows, after the last row of the page before. */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Cell } from "../csv/csv.ts";
import type { TimeRange } from "./exports.ts";

/** Rows that a query reads: 1,000 queries, which a request may send, are 500,000 rows. */
export const rowsPerQuery = 500;

export interface Page {
	lines: Cell[][];
	/** Where the next page starts; undefined after the last one. */
	next: PageStart | undefined;
}

export interface PageStart {
	value: number;
	id: string;
}

/** Returns where the page after these rows starts; undefined after the last one. */
export function nextStart<Row>(
	rows: readonly Row[],
	startAfter: (row: Row) => PageStart,
): PageStart | undefined {
	const last = rows.at(-1);
	return last && rows.length === rowsPerQuery ? startAfter(last) : undefined;
}

/** Returns a page with a line for each row. */
export function toPage<Row>(
	rows: readonly Row[],
	toLine: (row: Row) => Cell[],
	startAfter: (row: Row) => PageStart,
): Page {
	return { lines: rows.map(toLine), next: nextStart(rows, startAfter) };
}

/** Returns the condition of a page in the order of a time and an id. */
export function inRange(
	time: AnyColumn,
	id: AnyColumn,
	start: PageStart | undefined,
	{ from, until }: TimeRange,
): SQL {
	const after = start
		? sql`(${time}, ${id}) > (${start.value}, ${start.id})`
		: sql`${time} >= ${from}`;
	return sql`${after} and ${time} < ${until}`;
}

/** A time as an export writes it: ISO 8601 in UTC. */
export const iso = (date: Date | null) => date?.toISOString();
