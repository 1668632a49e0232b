/**
 * Lists that can be searched, page by page, without reading more than a page has to.
 *
 * Words are found as they stand: in either case, anywhere in a column, nothing in them a sign with a
 * meaning. Those of three letters and more are found by their trigrams (SQLite docs: FTS5, 4.3.4),
 * shorter ones by those of their letters set apart (`db/triggers`). Where the list goes by age, the
 * search gives its rows in that order itself, as many as a page takes. Sorted otherwise, the newest
 * that match are taken, `mostSorted` at most, and these are sorted; whether that left any out is told.
 * Of one person's rows no search knows: the newest are taken in the same way, and looked through.
 */
import {
	type AnyColumn,
	and,
	desc,
	getTableColumns,
	getTableName,
	or,
	type SQL,
	Subquery,
	sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as letters from "../db/letters.ts";
import type { Page } from "../http/paging.ts";
import { database } from "./database.ts";
import { after, type Direction, sorted } from "./keyset.ts";

/** How many of the rows that match are sorted, where the list goes by something else than age. */
export const mostSorted = 250;

/** The shortest words that have a trigram of their own. */
const shortest = 3;

/** What stands between letters set apart, and between the columns. */
const apart = String.fromCharCode(letters.apart);
const between = String.fromCharCode(letters.between);

/** What can be searched: the tables of its trigrams and of its letters are named after it. */
export type Searchable = "tools" | "orders" | "users";

/** A table whose rows have a number of their own, by which the search knows them. */
type Numbered = SQLiteTable & { number: AnyColumn };

interface Listing<Table extends Numbered = Numbered> extends Page {
	table: Table;
	/** The rows the list is of at all. */
	among: SQL | undefined;
	/** What the list is sorted by, which way, and the id that breaks ties. */
	by: readonly [column: AnyColumn, direction: Direction];
	id: AnyColumn;
	/** The column that tells the age of rows. */
	age: AnyColumn;
	/** Words looked for; none matches all. */
	q: string | undefined;
	/** The columns they are looked for in. */
	columns: AnyColumn[];
	/** Where words are looked up; nowhere where the list is one person's. */
	searched: Searchable | undefined;
}

/** What a page of a list asks the database for: one row more than asked, to see whether more follow. */
export interface Listed<Table extends SQLiteTable = Numbered> {
	/** The table, or those of its rows that were found, under its name. */
	from: Table;
	/** A row's own number, which rises with every new row: the place of a row in a search by age. */
	place: SQL<number>;
	/** Whether the cursor of a page is a place instead of what the list is sorted by. */
	byPlace: boolean;
	where: SQL | undefined;
	orderBy: SQL[];
	limit: number;
	/** Rows where there are more than are sorted: some that should be in the list may not be. */
	beyond: SQL | undefined;
}

/** What a page of a list asks the database for. */
export function listed<Table extends Numbered>(list: Listing<Table>): Listed<Table> {
	const { q, searched, by, age } = list;
	const byAge = by[0] === age;
	if (q && searched) {
		const matches = matching(q, searched);
		return byAge
			? foundByAge(list, matches)
			: sortedNewest(list, sql`${matches} order by rowid desc`);
	}
	if (!q && (searched || byAge)) return whole(list);
	const { table, among, id } = list;
	const newest = sql`select ${rowOf(table)} as at_row from ${table} where ${among ?? sql`1`} order by ${desc(age)}, ${desc(id)}`;
	return sortedNewest(list, newest);
}

/** A page of all rows, along the index that holds them sorted. */
function whole<Table extends Numbered>(list: Listing<Table>): Listed<Table> {
	const { table, among, id, cursor, limit } = list;
	const [column, direction] = list.by;
	return {
		from: table,
		place: rowOf(table),
		byPlace: false,
		where: and(among, after(column, id, direction, cursor)),
		orderBy: sorted(column, id, direction),
		limit: limit + 1,
		beyond: undefined,
	};
}

/** A page of the rows that match, in the order of their age. */
function foundByAge<Table extends Numbered>(
	{ table, among, by: [, direction], cursor, limit }: Listing<Table>,
	matches: SQL,
): Listed<Table> {
	const way = sql.raw(direction);
	const sign = sql.raw(direction === "asc" ? ">" : "<");
	const rest = cursor && sql` and rowid ${sign} ${cursor.value}`;
	const page = sql`${matches}${rest} order by rowid ${way} limit ${limit + 1}`;
	return {
		from: rowsOf(table, page, among, sql`order by found.at_row ${way} limit ${limit + 1}`),
		place,
		byPlace: true,
		where: undefined,
		orderBy: [sql`${place} ${way}`],
		limit: limit + 1,
		beyond: undefined,
	};
}

/** A page of the newest rows, those that `newest` gives first, sorted by something else. */
function sortedNewest<Table extends Numbered>(list: Listing<Table>, newest: SQL): Listed<Table> {
	const { table, among, by, id, cursor, limit } = list;
	const [column, direction] = by;
	const orderBy = sorted(column, id, direction);
	const wanted = and(
		among,
		list.searched ? undefined : holds(list),
		after(column, id, direction, cursor),
	);
	const inOrder = sql`order by ${sql.join(orderBy, sql`, `)} limit ${mostSorted}`;
	return {
		from: rowsOf(table, sql`${newest} limit ${mostSorted}`, wanted, inOrder),
		place,
		byPlace: false,
		where: undefined,
		orderBy,
		limit: limit + 1,
		beyond: sql`(${newest} limit 1 offset ${mostSorted})`,
	};
}

/** The place of a row that was found. */
const place = sql<number>`place`;

/**
 * The rows of a page, and how many of the newest they are of, where there are more: in one round
 * trip. The page is the query of what `listed` gave.
 */
export async function fetched<Rows>(
	page: BatchItem<"sqlite"> & PromiseLike<Rows>,
	{ beyond }: Listed,
): Promise<{ found: Rows; newest: number | undefined }> {
	if (!beyond) return { found: await page, newest: undefined };
	const db = database();
	const one = db.select({ one: sql`1`.as("one") }).from(beyond);
	// What a batch gives is typed by its queries, of which this one is known by its rows alone.
	const [found, more] = (await db.batch([page, one])) as [Rows, unknown[]];
	return { found, newest: more.length > 0 ? mostSorted : undefined };
}

/**
 * The rows of a table whose numbers `found` gives, as that table, each with its `place`. Its own limit
 * keeps SQLite from merging it with the query around it: each row found is read once.
 */
function rowsOf<Table extends Numbered>(
	table: Table,
	found: SQL,
	wanted: SQL | undefined,
	inOrder: SQL,
): Table {
	const rows = sql`select ${table}.*, found.at_row as place from (${found}) as found cross join ${table} where ${and(sql`${rowOf(table)} = found.at_row`, wanted)} ${inOrder}`;
	// It has the table's columns under the table's name: to a query that names them it is the table.
	return new Subquery(rows, getTableColumns(table), getTableName(table)) as unknown as Table;
}

function rowOf({ number }: Numbered): SQL<number> {
	return sql<number>`${number}`;
}

/** The numbers of the rows that hold the words, as FTS5 finds them. */
function matching(q: string, searched: Searchable): SQL {
	const index = sql.identifier(searched + ([...q].length < shortest ? "_letters" : "_search"));
	return sql`select rowid as at_row from ${index} where ${index} match ${phrase(tokensOf(q))}`;
}

/** Words as the search has them: as they are, or their letters set apart. */
function tokensOf(q: string): string {
	// SQLite would take a NUL for the end. No text holds one.
	if (q.includes("\0")) return "";
	const typed = [...q];
	if (typed.length >= shortest) return q;
	// What sets letters apart is none.
	if (typed.includes(apart) || typed.includes(between)) return "";
	return typed.length === 1 ? apart + q + apart : typed.join(apart);
}

/** Words as FTS5 takes them as they are: in quotes, theirs doubled (SQLite docs: FTS5, 3.1). */
function phrase(q: string): string {
	return `"${q.replaceAll('"', '""')}"`;
}

/**
 * That one of the columns holds the words looked for, in either case. Not by LIKE: D1 refuses
 * patterns of more than 50 bytes (Cloudflare docs: D1, Limits).
 */
function holds({ q, columns }: Listing): SQL | undefined {
	if (!q) return undefined;
	return or(...columns.map((column) => sql`instr(lower(${column}), lower(${q})) > 0`));
}
