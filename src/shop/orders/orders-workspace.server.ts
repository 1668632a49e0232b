/** Reads a page of the administrators' orders. */
import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	gte,
	lt,
	or,
	type SQL,
	type Subquery,
	sql,
} from "drizzle-orm";
import { parseDay, startOfDay } from "../../config/days.ts";
import {
	isOpenLine,
	isRefundedLine,
	isShippableLine,
	isShippedLine,
	isShownLine,
	isShownOrder,
	orderLines,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { countOf } from "../../platform/database/count.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { ftsMatches } from "../../platform/database/list-query.ts";
import { splitPage } from "../../values/paging.ts";
import { type LineRow, ofLine, orderColumns, toLine } from "./lines.server.ts";
import { parseOrderNumber, searchTextOf } from "./order-number.ts";
import { isLineInTab, orderTabs } from "./order-states.ts";
import {
	hasText,
	isInTab,
	type OrdersPage,
	type WorkspaceOrder,
	type WorkspaceQuery,
} from "./orders-workspace.ts";

/** The index that lists the orders of a tab: of the lines in a state, those of an order together, or of all orders. */
const tabIndexes = {
	toShip: ofLines(isShippableLine),
	unpaid: ofLines(isOpenLine),
	shipped: ofLines(isShippedLine),
	refunded: ofLines(isRefundedLine),
	all: { table: orders, id: orders.id, createdAt: orders.createdAt, condition: isShownOrder },
};

/** The count of the orders with a line to ship. */
export const countOrdersToShip = countOf(
	orderLines,
	isShippableLine,
	sql`group by "created_at", "order_id"`,
);

function ofLines(condition: SQL) {
	return {
		table: orderLines,
		id: orderLines.orderId,
		createdAt: orderLines.createdAt,
		condition,
	};
}

/** Orders on a page, and lines that a search reads at once: with all lines of their orders, less than sixty rows. */
const pageSize = 12;
const searchedLines = 8;

/** Lines whose order or parcel has exactly this number. An order has fifty lines at most. */
const maxExact = 50;

/** A page of the orders of a tab, or of those in it that a search finds, the newest first. One round trip. */
export function listWorkspaceOrders(query: WorkspaceQuery): Promise<OrdersPage> {
	return query.q === "" ? listTab(query) : searchTab(query);
}

/** The first and the last millisecond of the days, the last one excluded. */
function timesOf({ from, to }: WorkspaceQuery) {
	const [first, last] = [parseDay(from), parseDay(to)];
	return {
		since: first === undefined ? undefined : new Date(startOfDay(first)),
		before: last === undefined ? undefined : new Date(startOfDay(last + 1)),
	};
}

/** Puts lines together to orders, the newest first. */
function toOrders(rows: readonly ListedLine[]): WorkspaceOrder[] {
	const inOrder = rows.toSorted((one, other) => one.number - other.number);
	return [...Map.groupBy(inOrder, ({ orderId }) => orderId)]
		.map(([id, lines]) => ({
			id,
			...(lines.some(({ order }) => order.origin === "phone") && { isByPhone: true as const }),
			lines: lines.map((line) => toLine(line, line.order)),
		}))
		.toSorted((one, other) => byAge(one, other) || (one.id < other.id ? 1 : -1));
}

const placedAt = ({ lines: [line] }: WorkspaceOrder) => Date.parse(line?.createdAt ?? "");
const byAge = (one: WorkspaceOrder, other: WorkspaceOrder) => placedAt(other) - placedAt(one);

/** A line with what the list shows of its order. */
const listedColumns = {
	...getTableColumns(orderLines),
	order: orderColumns(
		...(["number", "name", "email", "phone", "address", "partner", "expiresAt", "origin"] as const),
	),
};
type ListedLine = LineRow & { order: (typeof listedColumns.order)["_"]["type"] };

/** The lines of some orders. A join, because SQLite would write the ids of IN down and read them once more. */
function linesOf(some: Subquery | SQL, orderId: SQL.Aliased<string> | SQL) {
	return database()
		.select(listedColumns)
		.from(some)
		.crossJoin(orders)
		.crossJoin(orderLines)
		.where(and(eq(orders.id, orderId), ofLine, isShownLine));
}

/** A page of the orders of a tab, with the count of those that wait to be shipped. */
async function listTab(query: WorkspaceQuery): Promise<OrdersPage> {
	const { table, id, createdAt, condition } = tabIndexes[query.tab];
	const { since, before } = timesOf(query);
	const db = database();
	const onPage = db
		.select({ orderId: sql<string>`${id}`.as("listed_id") })
		.from(table)
		.where(
			and(
				condition,
				since && gte(createdAt, since),
				// SQLite uses one upper bound: a cursor is the lower one.
				query.cursor
					? afterCursor(createdAt, id, "desc", query.cursor)
					: before && lt(createdAt, before),
			),
		)
		.groupBy(createdAt, id)
		.orderBy(...orderByKey(createdAt, id, "desc"))
		.limit(pageSize + 1)
		.as("on_page");
	const results = await batch({
		lines: linesOf(onPage, onPage.orderId),
		counts: db.select({ toShip: countOrdersToShip }).from(sql`(select 1) as shop`),
	});
	const { rows, next } = splitPage(toOrders(results.lines), pageSize, placedAt);
	return {
		orders: rows,
		next,
		counts: results.counts[0] ?? {},
		uncounted: undefined,
	};
}

/**
 * A page of the orders with a line that a search finds in a tab. It also finds the number of an order and a tracking
 * number, if they are typed whole.
 */
async function searchTab({ tab, cursor, ...query }: WorkspaceQuery): Promise<OrdersPage> {
	const q = searchTextOf(query.q);
	const times = timesOf({ tab, cursor, ...query });
	const { first, last } = numbersOf(times);
	const db = database();
	const { orderId, number } = orderLines;
	const bounds = and(
		sql`true`,
		first && sql`rowid >= ${first}`,
		// FTS5 uses one upper bound: a cursor is the lower one. D1 binds numbers as floats, which FTS5 compares only after it has read the row.
		cursor ? sql`rowid < cast(${cursor.value} as integer)` : last && sql`rowid <= ${last}`,
	);
	const matches = ftsMatches(q, "order_lines", tab === "all" ? undefined : tab);
	const found = sql`(${matches} and ${bounds} order by rowid desc limit ${searchedLines + 1}) as found`;
	const ordersOfFound = sql`(select ${orderId} as listed_id from ${found} cross join ${orderLines} where ${number} = found.at_row group by ${orderId}) as on_page`;
	const ofParcel = sql`
		select ${orderId}
		from ${orderLines}
		where ${orderLines.shipmentId} in (
			select ${shipments.id}
			from ${shipments}
			where lower(${shipments.trackingNumber}) = lower(${q})
			limit ${maxExact}
		)
	`;
	const inParcel = sql`${orderId} in (${ofParcel})`;
	const typed = parseOrderNumber(q);
	const ofNumber =
		typed === undefined
			? eq(orderId, q)
			: sql`${orderId} = (select ${orders.id} from ${orders} where ${orders.number} = ${typed})`;
	const inRange = and(
		times.since && gte(orderLines.createdAt, times.since),
		times.before && lt(orderLines.createdAt, times.before),
	);
	const page = linesOf(ordersOfFound, sql`on_page.listed_id`);
	const results = cursor
		? { ...(await batch({ page })), exact: [] }
		: await batch({
				page,
				exact: db
					.select(listedColumns)
					.from(orderLines)
					.innerJoin(orders, ofLine)
					.where(and(or(ofNumber, inParcel), isShownLine, inRange))
					.limit(maxExact),
			});
	const exact = toOrders(results.exact).filter((order) => isInTab(order, tab));
	const exactIds = new Set(exact.map(({ id }) => id));
	const matched = toOrders(results.page);
	const matchedLines = matched
		.flatMap(({ lines }) => lines)
		.filter((line) => isLineInTab(line, tab) && hasText(line, q));
	const isWhole = matchedLines.length <= searchedLines;
	// The lines of the last order may not all have been found.
	const shown = isWhole || matched.length === 1 ? matched : matched.slice(0, -1);
	const lastId = shown.at(-1)?.id;
	const numbers = results.page.filter((row) => row.orderId === lastId).map((row) => row.number);
	const listed = [...exact, ...shown.filter(({ id }) => !exactIds.has(id))];
	const countedTabs = isWhole && !cursor && tab === "all" ? orderTabs : [tab];
	return {
		orders: listed,
		next: isWhole ? undefined : { value: Math.min(...numbers), id: lastId ?? "" },
		counts: Object.fromEntries(
			countedTabs.map((one) => [one, listed.filter((order) => isInTab(order, one)).length]),
		),
		uncounted: isWhole && !cursor ? undefined : tab,
	};
}

/** A number above all. FTS5 would read every match to compare its number with NULL, where a range has no order. */
const afterAll = "9223372036854775807";

/**
 * The numbers of the first and the last line in a range of time, for FTS5: numbers rise with time. So a
 * search reads no matches outside the range.
 */
function numbersOf({ since, before }: ReturnType<typeof timesOf>) {
	const { number, createdAt, id } = orderLines;
	return {
		first:
			since &&
			sql`coalesce(
				(
					select ${number}
					from ${orderLines}
					where ${and(isShownLine, gte(createdAt, since))}
					order by ${asc(createdAt)}, ${asc(id)}
					limit 1
				),
				${sql.raw(afterAll)}
			)`,
		last:
			before &&
			sql`coalesce(
				(
					select ${number}
					from ${orderLines}
					where ${and(isShownLine, lt(createdAt, before))}
					order by ${desc(createdAt)}, ${desc(id)}
					limit 1
				),
				-${sql.raw(afterAll)}
			)`,
	};
}
