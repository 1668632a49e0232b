/**
 * Lists that can be searched, page by page, without reading more than a page has to.
 *
 * Words of three letters and more are found through their trigrams (SQLite docs: FTS5, 4.3.4), as
 * they stand: in either case, anywhere in a column, nothing in them a sign with a meaning. Where the
 * list goes by age, the search gives its rows in that order itself, as many as a page takes. Sorted
 * otherwise, the newest that match are taken, `mostSorted` at most, and these are sorted. Shorter
 * words, and the words in one person's rows, are looked for row by row, `mostTried` at most.
 */
import { type AnyColumn, and, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Page } from "../http/paging.ts";
import { after, type Direction, sorted } from "./keyset.ts";

/** How many of the rows that match are sorted, where the list goes by something else than age. */
export const mostSorted = 1000;

/** How many rows of a list are tried for words too short to be looked up. */
export const mostTried = 1000;

/** The shortest words that trigrams find. */
const shortest = 3;

interface Listing extends Page {
	table: SQLiteTable;
	/** The rows the list is of at all. */
	among: SQL | undefined;
	/** What the list is sorted by, which way, and the id that breaks ties. */
	by: readonly [column: AnyColumn, direction: Direction];
	id: AnyColumn;
	/** Words looked for; none matches all. */
	q: string | undefined;
	/** The columns they are looked for in. */
	columns: AnyColumn[];
	/** The table that holds the trigrams of the columns; none where the list is one person's. */
	trigrams: "tools_search" | "orders_search" | "users_search" | undefined;
	/** Whether the list goes by the age of its rows. */
	byAge: boolean;
}

/** The conditions, the order and the limit of a page; one row more than asked, to see whether more follow. */
export interface Listed {
	where: SQL | undefined;
	orderBy: SQL[];
	limit: number;
}

/** A row's own number, which rises with every new row: the place of a row in a search by age. */
export function placeOf(table: SQLiteTable): SQL<number> {
	return sql<number>`${table}.rowid`;
}

/** Whether the cursor of a page is a `placeOf` instead of what the list is sorted by. */
export function goesByPlace({ q, trigrams, byAge }: Pick<Listing, "q" | "trigrams" | "byAge">) {
	return byAge && trigrams !== undefined && q !== undefined && canBeLookedUp(q);
}

/** What a page of a list asks the database for. */
export function listed(list: Listing): Listed {
	const { table, among, by, id, q, columns, trigrams, cursor } = list;
	const [column, direction] = by;
	const limit = list.limit + 1;
	if (!q) {
		return {
			where: and(among, after(column, id, direction, cursor)),
			orderBy: sorted(column, id, direction),
			limit,
		};
	}
	const place = placeOf(table);
	if (trigrams === undefined || !canBeLookedUp(q)) {
		const tried = sql`select ${place} from ${table} where ${and(among ?? sql`1`, after(column, id, direction, cursor))} order by ${sql.join(sorted(column, id, direction), sql`, `)} limit ${mostTried}`;
		return {
			where: and(sql`${place} in (${tried})`, holds(q, columns)),
			orderBy: sorted(found(column), found(id), direction),
			limit,
		};
	}
	const index = sql.identifier(trigrams);
	const matching = sql`select rowid from ${index} where ${index} match ${phrase(q)}`;
	if (list.byAge) {
		const way = sql.raw(direction);
		const beyond =
			cursor && sql` and rowid ${direction === "asc" ? sql`>` : sql`<`} ${cursor.value}`;
		const page = sql`${matching}${beyond} order by rowid ${way} limit ${limit}`;
		return {
			where: and(sql`${place} in (${page})`, among),
			orderBy: [sql`${place} ${way}`],
			limit,
		};
	}
	const newest = sql`${matching} order by rowid desc limit ${mostSorted}`;
	return {
		where: and(
			sql`${place} in (${newest})`,
			among,
			after(found(column), found(id), direction, cursor),
		),
		orderBy: sorted(found(column), found(id), direction),
		limit,
	};
}

/** A column of rows already found: the sign keeps SQLite from walking the column's index instead. */
function found(column: AnyColumn): SQL {
	return sql`+${column}`;
}

/** Whether trigrams can find these words. SQLite would take a NUL for their end. */
function canBeLookedUp(q: string): boolean {
	return [...q].length >= shortest && !q.includes("\0");
}

/** Words as FTS5 takes them as they are: in quotes, theirs doubled (SQLite docs: FTS5, 3.1). */
function phrase(q: string): string {
	return `"${q.replaceAll('"', '""')}"`;
}

/**
 * That one of the columns holds the words looked for, in either case. Not by LIKE: D1 refuses
 * patterns of more than 50 bytes (Cloudflare docs: D1, Limits).
 */
function holds(q: string, columns: AnyColumn[]): SQL | undefined {
	return or(...columns.map((column) => sql`instr(lower(${column}), lower(${q})) > 0`));
}
