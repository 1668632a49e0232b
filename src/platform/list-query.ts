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
import * as bigrams from "../db/bigram-separators.ts";
import type { Page } from "../shop/paging.ts";
import { database } from "./database.ts";
import { afterCursor, type Direction, orderByKey } from "./keyset.ts";

/** How many of the rows that match are sorted, where the list goes by something else than age. */
export const maxSortedRows = 250;

/** The shortest words that have a trigram of their own. */
const minTrigramLength = 3;

/** What stands between letters set apart, and between the columns. */
const letterSeparator = String.fromCharCode(bigrams.letterSeparator);
const columnSeparator = String.fromCharCode(bigrams.columnSeparator);

/** What can be searched: the tables of its trigrams and of its letters are named after it. */
export type SearchableTable = "tools" | "orders" | "users";

/** A table whose rows have a number of their own, by which the search knows them. */
type NumberedTable = SQLiteTable & { number: AnyColumn };

interface ListOptions<Table extends NumberedTable = NumberedTable> extends Page {
	table: Table;
	/** The rows the list is of at all. */
	filter: SQL | undefined;
	/** What the list is sorted by, which way, and the id that breaks ties. */
	sortBy: readonly [column: AnyColumn, direction: Direction];
	id: AnyColumn;
	/** The column that tells the age of rows. */
	createdAt: AnyColumn;
	/** Words looked for; none matches all. */
	q: string | undefined;
	/** The columns they are looked for in. */
	searchColumns: AnyColumn[];
	/** Where words are looked up; nowhere where the list is one person's. */
	searchTable: SearchableTable | undefined;
}

/** What a page of a list asks the database for: one row more than asked, to see whether more follow. */
export interface ListQuery<Table extends SQLiteTable = NumberedTable> {
	/** The table, or those of its rows that were found, under its name. */
	from: Table;
	/** A row's own number, which rises with every new row: the place of a row in a search by age. */
	rowNumber: SQL<number>;
	/** Whether the cursor of a page is a place instead of what the list is sorted by. */
	cursorIsRowNumber: boolean;
	where: SQL | undefined;
	orderBy: SQL[];
	limit: number;
	/** Rows where there are more than are sorted: some that should be in the list may not be. */
	overflowProbe: SQL | undefined;
}

/** What a page of a list asks the database for. */
export function buildListQuery<Table extends NumberedTable>(
	list: ListOptions<Table>,
): ListQuery<Table> {
	const { q, searchTable, sortBy, createdAt } = list;
	const sortedByAge = sortBy[0] === createdAt;
	if (q && searchTable) {
		const matches = ftsMatches(q, searchTable);
		return sortedByAge
			? searchByAgeQuery(list, matches)
			: sortNewestQuery(list, sql`${matches} order by rowid desc`);
	}
	if (!q && (searchTable || sortedByAge)) return unsearchedQuery(list);
	const { table, filter, id } = list;
	const newestRows = sql`select ${rowNumberOf(table)} as at_row from ${table} where ${filter ?? sql`1`} order by ${desc(createdAt)}, ${desc(id)}`;
	return sortNewestQuery(list, newestRows);
}

/** A page of all rows, along the index that holds them sorted. */
function unsearchedQuery<Table extends NumberedTable>(list: ListOptions<Table>): ListQuery<Table> {
	const { table, filter, id, cursor, limit } = list;
	const [column, direction] = list.sortBy;
	return {
		from: table,
		rowNumber: rowNumberOf(table),
		cursorIsRowNumber: false,
		where: and(filter, afterCursor(column, id, direction, cursor)),
		orderBy: orderByKey(column, id, direction),
		limit: limit + 1,
		overflowProbe: undefined,
	};
}

/** A page of the rows that match, in the order of their age. */
function searchByAgeQuery<Table extends NumberedTable>(
	{ table, filter, sortBy: [, direction], cursor, limit }: ListOptions<Table>,
	matches: SQL,
): ListQuery<Table> {
	const dir = sql.raw(direction);
	const operator = sql.raw(direction === "asc" ? ">" : "<");
	const cursorCondition = cursor && sql` and rowid ${operator} ${cursor.value}`;
	const pageRows = sql`${matches}${cursorCondition} order by rowid ${dir} limit ${limit + 1}`;
	return {
		from: selectFoundRows(
			table,
			pageRows,
			filter,
			sql`order by found.at_row ${dir} limit ${limit + 1}`,
		),
		rowNumber,
		cursorIsRowNumber: true,
		where: undefined,
		orderBy: [sql`${rowNumber} ${dir}`],
		limit: limit + 1,
		overflowProbe: undefined,
	};
}

/** A page of the newest rows, those that `newest` gives first, sorted by something else. */
function sortNewestQuery<Table extends NumberedTable>(
	list: ListOptions<Table>,
	newestRows: SQL,
): ListQuery<Table> {
	const { table, filter, sortBy, id, cursor, limit } = list;
	const [column, direction] = sortBy;
	const orderBy = orderByKey(column, id, direction);
	const condition = and(
		filter,
		list.searchTable ? undefined : containsText(list),
		afterCursor(column, id, direction, cursor),
	);
	const orderAndLimit = sql`order by ${sql.join(orderBy, sql`, `)} limit ${maxSortedRows}`;
	return {
		from: selectFoundRows(
			table,
			sql`${newestRows} limit ${maxSortedRows}`,
			condition,
			orderAndLimit,
		),
		rowNumber,
		cursorIsRowNumber: false,
		where: undefined,
		orderBy,
		limit: limit + 1,
		overflowProbe: sql`(${newestRows} limit 1 offset ${maxSortedRows})`,
	};
}

/** The place of a row that was found. */
const rowNumber = sql<number>`place`;

/**
 * The rows of a page, and how many of the newest they are of, where there are more: in one round
 * trip. The page is the query of what `listed` gave.
 */
export async function runListQuery<Rows>(
	page: BatchItem<"sqlite"> & PromiseLike<Rows>,
	{ overflowProbe }: ListQuery,
): Promise<{ rows: Rows; truncatedTo: number | undefined }> {
	if (!overflowProbe) return { rows: await page, truncatedTo: undefined };
	const db = database();
	const probe = db.select({ probe: sql`1`.as("one") }).from(overflowProbe);
	// What a batch gives is typed by its queries, of which this one is known by its rows alone.
	const [rows, overflow] = (await db.batch([page, probe])) as [Rows, unknown[]];
	return { rows, truncatedTo: overflow.length > 0 ? maxSortedRows : undefined };
}

/**
 * The rows of a table whose numbers `found` gives, as that table, each with its `place`. Its own limit
 * keeps SQLite from merging it with the query around it: each row found is read once.
 */
function selectFoundRows<Table extends NumberedTable>(
	table: Table,
	matches: SQL,
	condition: SQL | undefined,
	orderAndLimit: SQL,
): Table {
	const rows = sql`select ${table}.*, found.at_row as place from (${matches}) as found cross join ${table} where ${and(sql`${rowNumberOf(table)} = found.at_row`, condition)} ${orderAndLimit}`;
	// It has the table's columns under the table's name: to a query that names them it is the table.
	return new Subquery(rows, getTableColumns(table), getTableName(table)) as unknown as Table;
}

function rowNumberOf({ number }: NumberedTable): SQL<number> {
	return sql<number>`${number}`;
}

/** The numbers of the rows that hold the words, as FTS5 finds them. */
function ftsMatches(q: string, searchTable: SearchableTable): SQL {
	const ftsTable = sql.identifier(
		searchTable + ([...q].length < minTrigramLength ? "_letters" : "_search"),
	);
	return sql`select rowid as at_row from ${ftsTable} where ${ftsTable} match ${ftsPhrase(toFtsTokens(q))}`;
}

/** Words as the search has them: as they are, or their letters set apart. */
function toFtsTokens(q: string): string {
	// SQLite would take a NUL for the end. No text holds one.
	if (q.includes("\0")) return "";
	const characters = [...q];
	if (characters.length >= minTrigramLength) return q;
	// What sets letters apart is none.
	if (characters.includes(letterSeparator) || characters.includes(columnSeparator)) return "";
	return characters.length === 1
		? letterSeparator + q + letterSeparator
		: characters.join(letterSeparator);
}

/** Words as FTS5 takes them as they are: in quotes, theirs doubled (SQLite docs: FTS5, 3.1). */
function ftsPhrase(q: string): string {
	return `"${q.replaceAll('"', '""')}"`;
}

/**
 * That one of the columns holds the words looked for, in either case. Not by LIKE: D1 refuses
 * patterns of more than 50 bytes (Cloudflare docs: D1, Limits).
 */
function containsText({ q, searchColumns }: ListOptions): SQL | undefined {
	if (!q) return undefined;
	return or(...searchColumns.map((column) => sql`instr(lower(${column}), lower(${q})) > 0`));
}
