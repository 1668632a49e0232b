/**
 * Queries of searchable lists. A page reads no more rows than it needs.
 *
 * A search finds a substring of any of its columns, case-insensitively; no character is special.
 * Searches of three characters and more use the trigrams of the columns (SQLite docs: FTS5, 4.3.4), shorter ones those of
 * separated letters (`db/triggers/search-lists`). In a list sorted by age, the index returns the rows in that order,
 * one page of them. With any other order, the newest `maxSortedRows` matches are sorted, and the
 * result tells whether there were more. The lists of a single user have no index: their newest rows
 * are filtered in the same way.
 */
import {
	type AnyColumn,
	and,
	desc,
	getTableColumns,
	getTableName,
	is,
	or,
	SQL,
	Subquery,
	sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as bigrams from "../../db/bigram-separators.ts";
import { codeSeparators } from "../../db/code-separators.ts";
import { hasMark, inTab } from "../../db/order-marks.ts";
import type { Page } from "../../values/paging.ts";
import { storedSearch } from "../../values/pasted.ts";
import { batch, database } from "./database.ts";
import { afterCursor, type Direction, orderByKey } from "./keyset.ts";

/** Maximum matching rows that are sorted, if the list is sorted by anything but age. */
export const maxSortedRows = 250;

/** Minimum length of a search by trigrams, in characters. */
const minTrigramLength = 3;

/** The separators between letters and between columns. */
const letterSeparator = String.fromCharCode(bigrams.letterSeparator);
const columnSeparator = String.fromCharCode(bigrams.columnSeparator);

/** The searchable tables. Their search tables are named after them. */
export type SearchableTable = "tools" | "order_lines" | "users" | "invoices";

/** A table with row numbers, which are the rowids of its search tables. */
type NumberedTable = SQLiteTable & { number: AnyColumn };

interface ListOptions<Table extends NumberedTable = NumberedTable> extends Page {
	table: Table;
	/** Which rows belong to the list. */
	filter: SQL | undefined;
	/** The column to sort by and the direction. `id` breaks ties. */
	sortBy: readonly [column: AnyColumn | SQL, direction: Direction];
	id: AnyColumn;
	/** The column with the creation timestamp. */
	createdAt: AnyColumn;
	/** A JOIN of the table with what the searched columns are also of; the page's query joins it too. */
	join?: SQL;
	/** Whether `filter` and `createdAt` need it as well. */
	isFoundByJoin?: boolean;
	/** The search text. Undefined or empty matches all rows. */
	q: string | undefined;
	/** The table whose search tables are used; for the list of a single user, the columns that are searched. */
	searchIn: SearchableTable | AnyColumn[];
	/** The tab of the orders that a search finds. `filter` has its condition, for a list without a search. */
	tab?: Parameters<typeof inTab>[1];
}

/** The parts of a page's query. It selects one row more than the page has, to tell whether there is a next page. */
export interface ListQuery<Table extends SQLiteTable = NumberedTable> {
	/** The table, or a subquery of the rows found, under the table's name. */
	from: Table;
	/** The row's number, which rises with every new row. It is the cursor of a search by age. */
	rowNumber: SQL<number>;
	/** Whether the page's cursor is a row number instead of a value of the sort column. */
	cursorIsRowNumber: boolean;
	where: SQL | undefined;
	orderBy: SQL[];
	limit: number;
	/** Selects a row if there are more matches than are sorted. Then the list may be incomplete. */
	overflowProbe: SQL | undefined;
}

/** Returns the query of a page. */
export function buildListQuery<Table extends NumberedTable>(
	list: ListOptions<Table>,
): ListQuery<Table> {
	const { q, searchIn, sortBy, createdAt, tab } = list;
	const sortedByAge = sortBy[0] === createdAt;
	const searchTable = typeof searchIn === "string" ? searchIn : undefined;
	if (q && searchTable) {
		const matches = ftsMatches(q, searchTable, tab);
		return sortedByAge
			? searchByAgeQuery(list, matches)
			: sortNewestQuery(list, sql`${matches} order by rowid desc`);
	}
	if (!q && (searchTable || sortedByAge)) return unsearchedQuery(list);
	const { table, filter, id, join, isFoundByJoin } = list;
	const newestRows = sql`
		select ${rowNumberOf(table)} as at_row
		from ${table} ${isFoundByJoin ? join : sql.empty()}
		where ${filter ?? sql`1`}
		order by ${desc(createdAt)}, ${desc(id)}
	`;
	return sortNewestQuery(list, newestRows);
}

/** Returns the query of a page without a search, along the index of the sort column. */
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

/** Returns the query of a page of the matching rows, sorted by age. */
function searchByAgeQuery<Table extends NumberedTable>(
	{ table, filter, sortBy: [, direction], cursor, limit }: ListOptions<Table>,
	matches: SQL,
): ListQuery<Table> {
	const dir = sql.raw(direction);
	const operator = sql.raw(direction === "asc" ? ">" : "<");
	// Cast, because FTS5 starts at a rowid only if it is an integer, and D1 binds numbers as floats.
	const cursorCondition = cursor && sql` and rowid ${operator} cast(${cursor.value} as integer)`;
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

/** Returns the query of a page of the newest rows, the first of `newestRows`, sorted by another column. */
function sortNewestQuery<Table extends NumberedTable>(
	list: ListOptions<Table>,
	newestRows: SQL,
): ListQuery<Table> {
	const { table, filter, sortBy, id, cursor, limit, q, searchIn, isFoundByJoin } = list;
	const [column, direction] = sortBy;
	const isSearchOfColumns = q && typeof searchIn !== "string";
	const orderBy = orderByKey(column, id, direction);
	const condition = and(filter, containsText(list), afterCursor(column, id, direction, cursor));
	const orderAndLimit = sql`order by ${sql.join(orderBy, sql`, `)} limit ${maxSortedRows}`;
	// SQLite knows that a subquery's rows are in this order only if what they are sorted by is a column of it.
	const sortKey = is(column, SQL) ? column : undefined;
	return {
		from: selectFoundRows(
			table,
			sql`${newestRows} limit ${maxSortedRows}`,
			condition,
			orderAndLimit,
			isSearchOfColumns || isFoundByJoin ? list.join : undefined,
			sortKey,
		),
		rowNumber,
		cursorIsRowNumber: false,
		where: undefined,
		orderBy: sortKey ? orderByKey(sql`sort_key`, id, direction) : orderBy,
		limit: limit + 1,
		overflowProbe: sql`(${newestRows} limit 1 offset ${maxSortedRows})`,
	};
}

/** The number of a found row, as its subquery names it. */
const rowNumber = sql<number>`place`;

/**
 * Runs the query of a page, made from what `buildListQuery` returned. Returns its rows and, if there are
 * more matches than are sorted, how many were. One round trip.
 */
export async function runListQuery<Rows>(
	page: BatchItem<"sqlite"> & PromiseLike<Rows>,
	{ overflowProbe }: ListQuery,
): Promise<{ rows: Rows; truncatedTo: number | undefined }> {
	if (!overflowProbe) return { rows: await page, truncatedTo: undefined };
	const probe = database()
		.select({ probe: sql`1`.as("one") })
		.from(overflowProbe);
	const { rows, overflow } = await batch({ rows: page, overflow: probe });
	return { rows, truncatedTo: overflow.length > 0 ? maxSortedRows : undefined };
}

/**
 * Returns a subquery of the rows whose numbers `matches` selects, under the table's name, each with its
 * `place`. Its LIMIT keeps SQLite from flattening it into the outer query, so that each row is read once.
 */
function selectFoundRows<Table extends NumberedTable>(
	table: Table,
	matches: SQL,
	condition: SQL | undefined,
	orderAndLimit: SQL,
	join: SQL = sql.empty(),
	sortKey?: SQL,
): Table {
	const key = sortKey ? sql`, ${sortKey} as sort_key` : sql.empty();
	const rows = sql`
		select ${table}.*, found.at_row as place${key}
		from (${matches}) as found
		cross join ${table} ${join}
		where ${and(sql`${rowNumberOf(table)} = found.at_row`, condition)} ${orderAndLimit}
	`;
	// It has the table's columns and name, so a query can use it in place of the table.
	return new Subquery(rows, getTableColumns(table), getTableName(table)) as unknown as Table;
}

function rowNumberOf({ number }: NumberedTable): SQL<number> {
	return sql<number>`${number}`;
}

/**
 * Returns the FTS5 query for the numbers of the matching rows, as `at_row`: of all, or of the orders of a tab.
 * It ends with its condition.
 */
export function ftsMatches(
	typed: string,
	searchTable: SearchableTable,
	tab?: Parameters<typeof inTab>[1],
): SQL {
	const q = storedSearch(typed);
	const ftsTable = sql.identifier(`${searchTable}_search`);
	const phrase = ftsPhrase(toFtsTokens(q)) + (searchTable === "tools" ? orPlainCode(q) : "");
	return sql`select rowid as at_row from ${ftsTable} where ${ftsTable} match ${tab ? inTab(phrase, tab) : phrase}`;
}

/** Returns the search text as the index stores it: unchanged, or with its letters separated. */
function toFtsTokens(q: string): string {
	// SQLite would read NUL as the end of the text. No stored text contains one, nor a character of a mark.
	if (q.includes("\0") || hasMark(q)) return "";
	const characters = [...q];
	if (characters.length >= minTrigramLength) return q;
	// The separators are in no text, but in every indexed row.
	if (characters.includes(letterSeparator) || characters.includes(columnSeparator)) return "";
	return characters.length === 1
		? letterSeparator + q + letterSeparator
		: characters.join(letterSeparator);
}

/** Returns what finds a code that is typed with other separators than it is stored with, or nothing (SQLite docs: FTS5, 3.5). */
function orPlainCode(q: string): string {
	const plain = codeSeparators.reduce((text, separator) => text.replaceAll(separator, ""), q);
	return plain !== q && /\d/.test(plain) && [...plain].length >= minTrigramLength
		? ` OR {sku mpn} : ${ftsPhrase(toFtsTokens(plain))}`
		: "";
}

/** Quotes a search text as an FTS5 string (SQLite docs: FTS5, 3.1). */
function ftsPhrase(q: string): string {
	return `"${q.replaceAll('"', '""')}"`;
}

/**
 * Returns the condition that a column contains the search text, case-insensitively. Not with LIKE: D1
 * rejects patterns of more than 50 bytes (Cloudflare docs: D1, Limits).
 */
function containsText({ q, searchIn }: ListOptions): SQL | undefined {
	if (!q || typeof searchIn === "string") return undefined;
	const text = storedSearch(q);
	return or(...searchIn.map((column) => sql`instr(lower(${column}), lower(${text})) > 0`));
}
