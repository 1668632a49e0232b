/**
 * Claims rows that the scheduled job sends to a queue. A claimed row is due again at the end of its lease,
 * because the queue may lose it or a consumer crash.
 */
import { and, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { nextAttemptAt } from "./backoff.ts";
import { database } from "./database.ts";

/** Rows with a time at which they are due. */
export interface DueRows {
	table: SQLiteTable;
	/** What the claim returns. */
	id: SQLiteColumn;
	/** When a row is due; null if it is not, or as `unscheduled` says. */
	dueAt: SQLiteColumn;
	/** For tables with open rows that no failure or claim has scheduled yet. */
	unscheduled?: {
		/** When such a row is due. */
		dueAt: SQLiteColumn;
		isOpen: SQL;
		/** The index on both times of open rows. SQLite may choose another one and read the whole table. */
		index: string;
	};
}

/** Rows whose work is tried again after it has failed. */
export interface RetriedRows extends DueRows {
	/** Consecutive failures. */
	failures: SQLiteColumn;
}

interface Claim {
	now: Date;
	leasedUntil: Date;
	limit: number;
}

/** Claims up to `limit` rows that are due and returns their ids. No two concurrent calls return the same row. */
export async function claimDue(
	rows: DueRows,
	{ now, leasedUntil, limit }: Claim,
): Promise<string[]> {
	const { table, id, dueAt } = rows;
	const claimed = await database().all<{ id: string }>(
		sql`update ${table} set ${sql.identifier(dueAt.name)} = ${sql.param(leasedUntil, dueAt)} where rowid in (${selectDue(rows, now, limit)}) returning ${id} as id`,
	);
	return claimed.map((row) => row.id);
}

function selectDue({ table, dueAt, unscheduled }: DueRows, now: Date, limit: number): SQL {
	const scheduled = lte(dueAt, now);
	if (!unscheduled)
		return sql`select rowid from ${table} where ${scheduled} order by ${dueAt} limit ${limit}`;
	const { isOpen, index } = unscheduled;
	const openRows = (where: SQL | undefined) =>
		sql`
			select *
			from (
				select rowid
				from ${table} indexed by ${sql.identifier(index)}
				where ${and(isOpen, where)}
				order by ${dueAt}, ${unscheduled.dueAt}
				limit ${limit}
			)
		`;
	const neverScheduled = and(isNull(dueAt), lte(unscheduled.dueAt, now));
	return sql`select * from (${openRows(neverScheduled)} union all ${openRows(scheduled)}) limit ${limit}`;
}

/** Delays the next attempt of a row after a failure, with exponential backoff, unless nothing is left to do. */
export async function postpone(rows: RetriedRows, rowId: string): Promise<void> {
	const { table, id, dueAt, failures, unscheduled } = rows;
	const isOpen = unscheduled?.isOpen ?? isNotNull(dueAt);
	await database().run(
		sql`
			update ${table}
			set ${sql.identifier(dueAt.name)} = ${nextAttemptAt(failures)},
				${sql.identifier(failures.name)} = ${failures} + 1
			where ${and(eq(id, rowId), isOpen)}
		`,
	);
}
