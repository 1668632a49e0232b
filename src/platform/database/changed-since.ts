/** Queries of what has changed since a time, for programs that poll. */
import { type AnyColumn, and, gte, type SQL } from "drizzle-orm";
import { type Cursor, type Page, splitPage } from "../../values/paging.ts";
import { afterCursor, orderByKey } from "./keyset.ts";

interface ChangedRow {
	id: string;
	changedAt: number;
}

/**
 * Returns the condition, the order and the limit of a page: the oldest change first, so that a row that changes while
 * the pages are read moves to the end and is read again.
 */
export function changedSince(
	{ changedAt, id }: { changedAt: AnyColumn; id: AnyColumn },
	since: Date,
	{ cursor, limit }: Page,
): { where: SQL | undefined; orderBy: [SQL, SQL]; limit: number } {
	return {
		where: and(gte(changedAt, since.getTime()), afterCursor(changedAt, id, "asc", cursor)),
		orderBy: orderByKey(changedAt, id, "asc"),
		limit: limit + 1,
	};
}

/** Returns a page as the API has it, each item with its `updatedAt`, and the cursor of the next page. */
export function toChangedPage<Row extends ChangedRow, Item>(
	changed: Row[],
	limit: number,
	toItem: (row: Row) => Item,
): { items: (Item & { updatedAt: string })[]; next: Cursor | undefined } {
	const { rows, next } = splitPage(changed, limit, ({ changedAt }) => changedAt);
	return {
		items: rows.map((row) => ({
			...toItem(row),
			updatedAt: new Date(row.changedAt).toISOString(),
		})),
		next,
	};
}
