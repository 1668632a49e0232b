/** Reads a page of the administrators' orders. */
import { and, asc, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { parseDay, startOfDay } from "../../config/days.ts";
import {
	isOpenLine,
	isRefundedLine,
	isShippableLine,
	isShippedLine,
	isShownLine,
	orderLines,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { shopCounts } from "../../db/sales-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { afterCursor, orderByKey } from "../../platform/keyset.ts";
import { ftsMatches } from "../../platform/list-query.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { toLine } from "./lines.server.ts";
import { type OrderLine, ordersPageSize } from "./lines.ts";
import { parseOrderNumber, searchTextOf } from "./order-number.ts";
import {
	hasText,
	isInTab,
	type OrderTab,
	type OtherCounts,
	orderTabs,
	searchCounts,
	type TabCounts,
	type WorkspaceQuery,
} from "./orders-workspace.ts";

/** Which orders each tab has: the condition of the partial index that lists them. */
const tabConditions: Record<OrderTab, SQL> = {
	toShip: isShippableLine,
	unpaid: isOpenLine,
	shipped: isShippedLine,
	refunded: isRefundedLine,
	all: isShownLine,
};

/** Lines whose order or parcel has exactly this number. An order has fifty lines at most. */
const maxExact = 50;

/** What a page of the workspace shows. */
export interface WorkspacePage {
	lines: OrderLine[];
	next: Cursor | undefined;
	counts: TabCounts;
	/** The tabs that may have more orders than were counted. */
	uncounted: OrderTab[];
}

/** A page of the orders of a tab, or of those in it that a search finds, the newest first. One round trip. */
export function listWorkspaceOrders(query: WorkspaceQuery): Promise<WorkspacePage> {
	return query.q === "" ? listTab(query) : searchTab(query);
}

/** The first and the last millisecond of the days, the last one excluded. */
function timesOf({ from, to }: WorkspaceQuery) {
	const [first, last] = [parseDay(from), parseDay(to)];
	const since = first === undefined ? undefined : new Date(startOfDay(first));
	const before = last === undefined ? undefined : new Date(startOfDay(last + 1));
	const inRange = and(
		since && gte(orderLines.createdAt, since),
		before && lt(orderLines.createdAt, before),
	);
	return { since, before, inRange };
}

/** A page of the orders of a tab, with the counts of all tabs. */
async function listTab(query: WorkspaceQuery): Promise<WorkspacePage> {
	const { tab, cursor } = query;
	const db = database();
	const results = await batch({
		page: db
			.select()
			.from(orderLines)
			.where(
				and(
					tabConditions[tab],
					timesOf(query).inRange,
					afterCursor(orderLines.createdAt, orderLines.id, "desc", cursor),
				),
			)
			.orderBy(...orderByKey(orderLines.createdAt, orderLines.id, "desc"))
			.limit(ordersPageSize + 1),
		counts: db.select().from(shopCounts).where(eq(shopCounts.id, 1)),
	});
	const { rows, next } = splitPage(results.page, ordersPageSize, (row) => row.createdAt.getTime());
	const [count] = results.counts;
	return {
		lines: rows.map(toLine),
		next,
		counts: {
			toShip: count?.ordersToShip ?? 0,
			unpaid: count?.ordersUnpaid ?? 0,
			shipped: count?.ordersShipped ?? 0,
			refunded: count?.ordersRefunded ?? 0,
			all: count?.ordersShown ?? 0,
		},
		uncounted: [],
	};
}

/**
 * A page of the lines of a tab that a search finds, with what it finds in the other tabs. It also finds the
 * number of an order and a tracking number, if they are typed whole.
 */
async function searchTab(query: WorkspaceQuery): Promise<WorkspacePage> {
	const { tab, cursor } = query;
	const q = searchTextOf(query.q);
	const times = timesOf(query);
	const { first, last } = numbersOf(times);
	const db = database();
	const columns = getTableColumns(orderLines);
	const bounds = and(
		sql`true`,
		first && sql`rowid >= ${first}`,
		// FTS5 uses one upper bound: a cursor is the lower one. D1 binds numbers as floats, which FTS5 compares only after it has read the row.
		cursor ? sql`rowid < cast(${cursor.value} as integer)` : last && sql`rowid <= ${last}`,
	);
	// Without a LIMIT of its own, so that SQLite flattens it and reads each match once.
	const found = db
		.select({ place: sql<number>`at_row`.as("place") })
		.from(sql`(${matchesIn(q, tab)} and ${bounds})`)
		.as("found");
	const page = db
		.select({ ...columns, place: found.place })
		.from(found)
		.crossJoin(orderLines)
		.where(and(eq(orderLines.number, found.place), tabConditions[tab], times.inRange))
		.orderBy(desc(found.place))
		.limit(ordersPageSize + 1);
	const ofParcel = sql`${orderLines.shipmentId} in (select ${shipments.id} from ${shipments} where lower(${shipments.trackingNumber}) = lower(${q}) limit ${maxExact})`;
	const number = parseOrderNumber(q);
	const ofOrder =
		number === undefined
			? eq(orderLines.orderId, q)
			: sql`${orderLines.orderId} = (select ${orders.id} from ${orders} where ${orders.number} = ${number})`;
	const exact = db
		.select(columns)
		.from(orderLines)
		.where(and(or(ofOrder, ofParcel), isShownLine, times.inRange))
		.limit(maxExact);
	const others = countOthers({ ...query, q }, first, last);
	const results = cursor
		? { ...(await batch({ page, others })), exact: [] }
		: await batch({ page, others, exact });
	const { rows, next } = splitPage(results.page, ordersPageSize, (row) => row.place);
	const exactLines = results.exact.map(toLine);
	const exactIds = new Set(exactLines.map(({ _id }) => _id));
	const listed = [
		...exactLines.filter((line) => isInTab(line, tab)),
		...rows.map(toLine).filter(({ _id }) => !exactIds.has(_id)),
	];
	return {
		lines: listed,
		next,
		...searchCounts({
			tab,
			listed,
			isWhole: !next && !cursor,
			pageSize: ordersPageSize,
			unmatched: exactLines.filter((line) => !hasText(line, q)),
			others: results.others[0]?.counts ?? { limit: 0 },
		}),
	};
}

/** The condition of FTS5 that a match is an order of a tab. */
const matchesIn = (q: string, tab: OrderTab) =>
	ftsMatches(q, "order_lines", tab === "all" ? undefined : tab);

/**
 * How far the orders of each other tab are counted: to the first one, or to more where this tab has so few that
 * a page of them leaves rows to read. To look the days up takes the rows of four orders.
 */
const counted = { beside: 1, besideFew: 10 };
const fewOrders = { ofAllDays: 5, ofSomeDays: 1 };

/**
 * Counts what a search finds in the other tabs, so that it reads sixty rows at most with the page. The numbers
 * of the days are looked up once for all tabs.
 */
function countOthers({ tab, q }: WorkspaceQuery, first: SQL | undefined, last: SQL | undefined) {
	const count = (one: OrderTab, limit: number, days: SQL) => {
		const isAfter = first && sql` and rowid >= ${days}.first`;
		const isBefore = last && sql` and rowid <= ${days}.last`;
		return sql`(select count(*) from (${matchesIn(q, one)}${isAfter}${isBefore} limit ${limit}))`;
	};
	const few = first || last ? fewOrders.ofSomeDays : fewOrders.ofAllDays;
	const known = sql`known`;
	const ifFew = (then: unknown, otherwise: unknown) =>
		sql`case when ${known}.is_few then ${then} else ${otherwise} end`;
	const counts = orderTabs
		.filter((one) => one !== tab)
		.map((one) => {
			const to = (limit: number) => count(one, limit, known);
			return sql`${one}, ${ifFew(to(counted.besideFew), to(counted.beside))}`;
		});
	return database()
		.select({
			counts:
				sql`json_object('limit', ${ifFew(counted.besideFew, counted.beside)}, ${sql.join(counts, sql`, `)})`
					.mapWith((json: string): OtherCounts => JSON.parse(json))
					.as("counts"),
		})
		.from(
			sql`(with days as materialized (select ${first ?? null} as first, ${last ?? null} as last), found as materialized (select first, last, ${count(tab, few, sql`days`)} < ${few} as is_few from days) select * from found) as known`,
		);
}

/** A number above all. FTS5 would read every match to compare its number with NULL, where a range has no order. */
const afterAll = "9223372036854775807";

/**
 * The numbers of the first and the last order in a range of time, for FTS5: numbers rise with time. So a
 * search reads no matches outside the range.
 */
function numbersOf({ since, before }: ReturnType<typeof timesOf>) {
	const { number, createdAt, id } = orderLines;
	return {
		first:
			since &&
			sql`coalesce((select ${number} from ${orderLines} where ${and(isShownLine, gte(createdAt, since))} order by ${asc(createdAt)}, ${asc(id)} limit 1), ${sql.raw(afterAll)})`,
		last:
			before &&
			sql`coalesce((select ${number} from ${orderLines} where ${and(isShownLine, lt(createdAt, before))} order by ${desc(createdAt)}, ${desc(id)} limit 1), -${sql.raw(afterAll)})`,
	};
}
