/** Reads what a packing slip shows. */
import { and, eq, getTableColumns, isNull, type SQLWrapper, sql } from "drizzle-orm";
import {
	isShippableLine,
	isShippedLine,
	isShownLine,
	linePiecesToShip,
	orderLines,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { asksInWords } from "../../db/return-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { buildListQuery } from "../../platform/database/list-query.ts";
import type { Cursor } from "../../values/paging.ts";
import { deliveryLines } from "../addresses/address.ts";
import type { Address } from "../addresses/address-columns.ts";
import { toParcel } from "../orders/carriers.ts";
import {
	type LineWithParcel,
	type OrderRow,
	ofLine,
	orderColumns,
	toLine,
} from "../orders/lines.server.ts";
import { ordersPageSize } from "../orders/lines.ts";
import { isShippable } from "../orders/order-conditions.ts";
import { formatOrderNumber, searchTextOf } from "../orders/order-number.ts";
import { selectOrder } from "../orders/orders.server.ts";
import { countOrdersToShip } from "../orders/orders-workspace.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import {
	linesToPack,
	maxPickedOrders,
	type OrdersToShip,
	type PackingRequest,
	type PackingSlip,
	type ShippedParcel,
	serviceText,
} from "./packing.ts";
import { sortPicks, type Pick as ToolPick } from "./packing-scan.ts";

/** The condition that a slip lists a line: gift cards go by e-mail. */
const isPackedLine = and(isShownLine, isNull(orderLines.giftCodes));

/** The packing slip of an order, or undefined if there is no such order. One round trip. */
export async function readPackingSlip(
	orderId: string,
	request: PackingRequest,
): Promise<PackingSlip | undefined> {
	const found = await batch({
		...selectOrder(eq(orders.id, orderId), isPackedLine),
		shelves: database()
			.select({ id: orderLines.id, shelf: shelfIf(true) })
			.from(orderLines)
			.where(eq(orderLines.orderId, orderId)),
		withdrawals: database()
			.select({ asksToWithdraw: asksToWithdraw(orders.id) })
			.from(orders)
			.where(eq(orders.id, orderId)),
	});
	const [order] = found.orders;
	const asks = found.withdrawals[0]?.asksToWithdraw ?? false;
	const shelves = new Map(found.shelves.map(({ id, shelf }) => [id, shelf]));
	const lines = found.lines.map((line) => ({ ...line, shelf: shelves.get(line.id) ?? null }));
	return order && toSlip({ ...order, asksToWithdraw: asks }, lines, request);
}

/** What slips and lists show of an order. */
const delivery = orderColumns(
	...([
		"id",
		"number",
		"createdAt",
		"phone",
		"note",
		"name",
		"email",
		"address",
		"service",
	] as const),
	...([
		"line1",
		"line2",
		"city",
		"region",
		"postalCode",
		"country",
		"partner",
		"expiresAt",
	] as const),
);
type Delivery = Parameters<typeof toLine>[1] & Parameters<typeof toOrdersToShip>[0];

/** What slips alone show. Columns of their own: D1 allows a function 32 arguments. */
const slipColumns = {
	reference: orders.reference,
	giftNote: orders.giftNote,
	hidesPrices: orders.hidesPrices,
	service: orders.service,
};

/** Whether staff have to decide on a withdrawal from an order first. */
const asksToWithdraw = (orderId: SQLWrapper) =>
	sql<boolean>`${asksInWords(orderId)}`.mapWith(Boolean).as("asks_to_withdraw");

/** The shelf of a line's tool, which costs a row for each line. */
const shelfIf = (isAsked: boolean) =>
	(isAsked
		? sql<
				string | null
			>`(select ${tools.shelf} from ${tools} where ${tools.id} = ${orderLines.toolId})`
		: sql<null>`null`
	).as("shelf");

/** The most orders whose packing slips are printed at once: a page of the list. */
const maxLines = 100;

/**
 * The packing slips of lines, one an order, the oldest order first. One round trip. A line that is
 * not to be packed is left out, and an order without any too. `withShelves` says where the tools lie.
 */
export async function readPackingSlips(
	lineIds: readonly string[],
	{ withShelves = false } = {},
): Promise<PackingSlip[]> {
	const isAsked = and(inList(orderLines.id, lineIds.slice(0, maxLines)), isPackedLine);
	const lines = await database()
		.select({
			...getTableColumns(orderLines),
			...slipColumns,
			delivery,
			asksToWithdraw: asksToWithdraw(orderLines.orderId),
			shelf: shelfIf(withShelves),
		})
		.from(orderLines)
		.innerJoin(orders, ofLine)
		.where(isAsked);
	const rows = lines.toSorted((one, other) => one.number - other.number);
	const slips = [...Map.groupBy(rows, ({ orderId }) => orderId).values()].flatMap((some) => {
		const [first] = some;
		return first
			? [
					toSlip({ ...first.delivery, ...slipOf(first), ...asksOf(first) }, some, {
						lineIds,
						shipmentId: undefined,
					}),
				]
			: [];
	});
	return slips.filter((slip) => slip.lines.length > 0);
}

/**
 * The statement that sums the lines of the orders that wait longest by tool, and says when the last of these orders was
 * placed. It reads each line of these orders, and a row of two indexes for it.
 */
function selectPicks() {
	const { toolId, toolName, options, sku, orderId, createdAt } = orderLines;
	const waiting = sql`(
		select waiting.order_id
		from ${orderLines} as waiting indexed by order_lines_to_ship
		where ${sql.raw(isShippable.sql("waiting"))}
		group by waiting.created_at, waiting.order_id
		limit ${sql.raw(String(maxPickedOrders))}
	)`;
	return database()
		.select({
			toolId,
			toolName,
			options,
			sku,
			shelf: shelfIf(true),
			pieces: sql<number>`sum(${linePiecesToShip})`.as("pieces"),
			orders: sql<number>`count(distinct ${orderId})`.as("orders"),
			lastOrderAt: sql<number>`max(${createdAt})`.as("last_order_at"),
		})
		.from(orderLines)
		.where(and(sql`${orderId} in ${waiting}`, isShippableLine))
		.groupBy(sql`+${toolId}`);
}

const toPicks = (rows: Awaited<ReturnType<typeof selectPicks>>): ToolPick[] =>
	sortPicks(
		rows.map((row) => ({
			toolId: row.toolId,
			name: nameOfRow(row),
			shelf: row.shelf || undefined,
			pieces: row.pieces,
			orders: row.orders,
		})),
	);

/** Lines to ship on a page of a search, or of the packing table: with their orders it reads less than sixty rows. */
const shortPageSize = 18;

/**
 * A page of the lines to ship, by order, those that wait longest first, and how many there are in all. A
 * search finds them by name, e-mail, tool or number, the newest first. `withPicks` sums what waits by tool: of
 * the orders that were placed until `picksEnd`, at most `maxPickedOrders`.
 * One round trip.
 */
export async function listOrdersToShip(
	q: string,
	cursor: Cursor | undefined,
	{ withPicks = false } = {},
): Promise<{
	parcels: OrdersToShip[];
	next: Cursor | undefined;
	total: number;
	picks: ToolPick[];
	picksEnd: string;
}> {
	const db = database();
	const { id, orderId, createdAt, toolId, toolName, options, sku, packedAt } = orderLines;
	const quantity = linePiecesToShip.as("to_ship");
	const limit = q || withPicks ? shortPageSize : ordersPageSize;
	const list = buildListQuery({
		table: orderLines,
		filter: isShippableLine,
		sortBy: [createdAt, q ? "desc" : "asc"],
		id: orderId,
		createdAt,
		searchIn: "order_lines",
		tab: "toShip",
		limit,
		cursor,
		q: searchTextOf(q),
	});
	const place = list.rowNumber.as("place");
	const {
		page,
		counts,
		picks = [],
	} = await batch({
		...(withPicks && { picks: selectPicks() }),
		page: db
			.select({
				id,
				orderId,
				createdAt,
				toolId,
				toolName,
				options,
				sku,
				quantity,
				packedAt,
				place,
				delivery,
				asksToWithdraw: asksToWithdraw(orderId),
			})
			.from(list.from)
			.innerJoin(orders, ofLine)
			.where(list.where)
			.orderBy(...list.orderBy)
			.limit(list.limit),
		counts: db.select({ total: countOrdersToShip }).from(sql`(select 1) as shop`),
	});
	const { rows, next } = splitByOrder(page, limit, (row) =>
		list.cursorIsRowNumber ? row.place : row.createdAt.getTime(),
	);
	const parcels = [...Map.groupBy(rows, (row) => row.orderId).values()].flatMap((some) => {
		const [first] = some;
		return first ? [toOrdersToShip({ ...first.delivery, ...asksOf(first) }, some)] : [];
	});
	return {
		parcels,
		next,
		total: counts[0]?.total ?? 0,
		picks: toPicks(picks),
		picksEnd: new Date(Math.max(0, ...picks.map((pick) => pick.lastOrderAt))).toISOString(),
	};
}

/** Shipped lines on a page: with their orders and parcels it reads less than sixty rows, also in a search. */
const shippedPageSize = 12;

/** A page of the shipped orders by parcel, the newest first, or of those that a search finds. One round trip. */
export async function listShippedParcels(
	q: string,
	cursor: Cursor | undefined,
): Promise<{ parcels: ShippedParcel[]; next: Cursor | undefined }> {
	const { id, orderId, createdAt, toolId, toolName, options, sku, quantity, packedAt, refundedAt } =
		orderLines;
	const list = buildListQuery({
		table: orderLines,
		filter: isShippedLine,
		sortBy: [createdAt, "desc"],
		id: orderId,
		createdAt,
		searchIn: "order_lines",
		tab: "shipped",
		limit: shippedPageSize,
		cursor,
		q: searchTextOf(q),
	});
	const fetched = await database()
		.select({
			id,
			orderId,
			createdAt,
			toolId,
			toolName,
			options,
			sku,
			quantity,
			packedAt,
			refundedAt,
			delivery,
			place: list.rowNumber.as("place"),
			// One of its own names, because orders and shipments share some.
			shipmentId: sql<string | null>`${shipments.id}`.as("parcel_id"),
			carrier: shipments.carrier,
			trackingNumber: shipments.trackingNumber,
		})
		.from(list.from)
		.innerJoin(orders, ofLine)
		.leftJoin(shipments, eq(shipments.id, orderLines.shipmentId))
		.where(list.where)
		.orderBy(...list.orderBy)
		.limit(list.limit);
	const { rows, next } = splitByOrder(fetched, shippedPageSize, (row) =>
		list.cursorIsRowNumber ? row.place : row.createdAt.getTime(),
	);
	const groups = Map.groupBy(rows, (row) => `${row.orderId} ${row.shipmentId ?? ""}`);
	const parcels = [...groups.values()].flatMap((some): ShippedParcel[] => {
		const [first] = some;
		if (!first) return [];
		const { shipmentId, carrier, trackingNumber } = first;
		return [
			{
				// What was shipped needs no decision any more.
				...toOrdersToShip({ ...first.delivery, asksToWithdraw: false }, some),
				...(shipmentId !== null && {
					shipment: toParcel(shipmentId, carrier ?? "", trackingNumber ?? ""),
				}),
				canAddTracking: shipmentId === null && some.every((row) => row.refundedAt === null),
			},
		];
	});
	return { parcels, next };
}

/**
 * Splits `limit + 1` lines into a page and its cursor where an order ends, so that none is on two pages. One with more
 * lines than a page has shows so many.
 */
function splitByOrder<Row extends { orderId: string }>(
	fetched: Row[],
	limit: number,
	sortKey: (row: Row) => number,
): { rows: Row[]; next: Cursor | undefined } {
	const after = fetched[limit];
	if (!after) return { rows: fetched, next: undefined };
	const whole = fetched.filter(({ orderId }) => orderId !== after.orderId);
	const rows = whole.length > 0 ? whole : fetched.slice(0, limit);
	const last = rows.at(-1);
	return { rows, next: last && { value: sortKey(last), id: last.orderId } };
}

function toOrdersToShip(
	order: Pick<
		OrderRow,
		"id" | "number" | "createdAt" | "note" | "name" | "service" | keyof Address
	> &
		Asked,
	rows: readonly Pick<
		typeof orderLines.$inferSelect,
		"id" | "toolId" | "toolName" | "options" | "sku" | "quantity" | "packedAt"
	>[],
): OrdersToShip {
	return {
		orderId: order.id,
		orderNumber: order.number,
		orderedAt: order.createdAt.toISOString(),
		address: deliveryLines(order),
		note: order.note,
		...asksOf(order),
		service: order.service && serviceText(order.service),
		lines: rows.map((row) => ({
			_id: row.id,
			toolId: row.toolId,
			name: nameOfRow(row),
			quantity: row.quantity,
			packed: row.packedAt !== null,
		})),
	};
}

/** What the rows of an order tell beside its own columns. */
interface Asked {
	asksToWithdraw: boolean;
}
const asksOf = ({ asksToWithdraw: isAsked }: Asked): Asked => ({ asksToWithdraw: isAsked });

type SlipFacts = Pick<OrderRow, keyof typeof slipColumns>;

const slipOf = ({ reference, giftNote, hidesPrices, service }: SlipFacts): SlipFacts => ({
	reference,
	giftNote,
	hidesPrices,
	service,
});

function toSlip(
	order: Delivery & SlipFacts & Asked,
	rows: (LineWithParcel & { shelf?: string | null })[],
	request: PackingRequest,
): PackingSlip {
	const { createdAt: orderedAt, phone, note } = order;
	const number = formatOrderNumber(order.number);
	const toPack = linesToPack(
		rows.map((row) => toLine(row, order)),
		request,
	);
	const fits = new Map(rows.flatMap(({ id, fit }) => (fit ? [[id, fit]] : [])));
	const shelves = new Map(rows.flatMap(({ id, shelf }) => (shelf ? [[id, shelf]] : [])));
	const address = deliveryLines(order);
	return {
		number,
		orderedAt,
		address,
		phone,
		note,
		...slipOf(order),
		...asksOf(order),
		lines: toPack,
		fits,
		shelves,
	};
}
