/** Reads a page of the administrators' orders. */
import { and, asc, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import {
	isOpenOrder,
	isRefundedOrder,
	isShippableOrder,
	isShippedOrder,
	isShownOrder,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { shopCounts } from "../../db/sales-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { ftsMatches } from "../../platform/list-query.ts";
import { type Cursor, splitPage } from "../paging.ts";
import { toOrder } from "./orders.server.ts";
import { type Order, ordersPageSize } from "./orders.ts";
import type { OrderTab, TabCounts, WorkspaceQuery } from "./orders-workspace.ts";

/** Which orders each tab has: the condition of the partial index that lists them. */
const tabConditions: Record<OrderTab, SQL> = {
	toShip: isShippableOrder,
	unpaid: isOpenOrder,
	shipped: isShippedOrder,
	refunded: isRefundedOrder,
	all: isShownOrder,
};

const dayMs = 86_400_000;

/** Orders whose checkout or parcel has exactly this number. A checkout has fifty orders at most. */
const maxExact = 50;

/**
 * A page of the orders of a tab, or of those that a search finds, the newest first, with the counts of all
 * tabs. A search also finds the number of a checkout and a tracking number, if they are typed whole. One
 * round trip.
 */
export async function listWorkspaceOrders({ tab, q, from, to, cursor }: WorkspaceQuery): Promise<{
	orders: Order[];
	next: Cursor | undefined;
	counts: TabCounts;
}> {
	const db = database();
	const limit = ordersPageSize;
	const since = from === "" ? undefined : new Date(Date.parse(from));
	const before = to === "" ? undefined : new Date(Date.parse(to) + dayMs);
	const inRange = and(
		since && gte(orders.createdAt, since),
		before && lt(orders.createdAt, before),
	);
	const columns = getTableColumns(orders);
	const filter = and(tabConditions[tab], inRange);
	// Without a LIMIT of its own, so that SQLite flattens it and reads each match once.
	const found = db
		.select({ place: sql<number>`at_row`.as("place") })
		.from(sql`(${ftsMatches(q, "orders")} and ${numbersBetween(since, before, cursor)})`)
		.as("found");
	const page =
		q === ""
			? db
					.select({ ...columns, place: sql<number>`${orders.number}`.as("place") })
					.from(orders)
					.where(and(filter, afterCursor(orders.createdAt, orders.id, "desc", cursor)))
					.orderBy(...orderByKey(orders.createdAt, orders.id, "desc"))
					.limit(limit + 1)
			: db
					.select({ ...columns, place: found.place })
					.from(found)
					.crossJoin(orders)
					.where(and(eq(orders.number, found.place), filter))
					.orderBy(desc(found.place))
					.limit(limit + 1);
	const ofParcel = sql`${orders.shipmentId} in (select ${shipments.id} from ${shipments} where lower(${shipments.trackingNumber}) = lower(${q}) limit ${maxExact})`;
	const exact = db
		.select(columns)
		.from(orders)
		.where(and(or(eq(orders.checkoutId, q), ofParcel), isShownOrder, inRange))
		.limit(maxExact);
	const counts = db.select().from(shopCounts).where(eq(shopCounts.id, 1));
	const isSearch = q !== "" && !cursor;
	const results = isSearch
		? await batch({ page, counts, exact })
		: { ...(await batch({ page, counts })), exact: [] };
	const { rows, next } = splitPage(results.page, limit, (row) =>
		q === "" ? row.createdAt.getTime() : row.place,
	);
	const others = rows.filter(({ id }) => results.exact.every((row) => row.id !== id));
	const [count] = results.counts;
	return {
		orders: [...results.exact, ...others].map(toOrder),
		next,
		counts: {
			toShip: count?.ordersToShip ?? 0,
			unpaid: count?.ordersUnpaid ?? 0,
			shipped: count?.ordersShipped ?? 0,
			refunded: count?.ordersRefunded ?? 0,
			all: count?.ordersShown ?? 0,
		},
	};
}

/** A number above all. FTS5 would read every match to compare its number with NULL, where a range has no order. */
const afterAll = "9223372036854775807";

/**
 * The condition that a match's row number is of an order in a range of time, and before a cursor: numbers
 * rise with time. So a search reads no matches outside the range.
 */
function numbersBetween(
	since: Date | undefined,
	before: Date | undefined,
	cursor: Cursor | undefined,
): SQL | undefined {
	const { number, createdAt, id } = orders;
	const first =
		since &&
		sql`rowid >= coalesce((select ${number} from ${orders} where ${and(isShownOrder, gte(createdAt, since))} order by ${asc(createdAt)}, ${asc(id)} limit 1), ${sql.raw(afterAll)})`;
	// FTS5 uses one upper bound: a cursor is the lower one.
	const last =
		before &&
		!cursor &&
		sql`rowid <= coalesce((select ${number} from ${orders} where ${and(isShownOrder, lt(createdAt, before))} order by ${desc(createdAt)}, ${desc(id)} limit 1), -${sql.raw(afterAll)})`;
	// D1 binds numbers as floats, which FTS5 compares only after it has read the row.
	const after = cursor && sql`rowid < cast(${cursor.value} as integer)`;
	return and(sql`true`, first, last || undefined, after);
}
