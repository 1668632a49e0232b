/** Reads what a packing slip shows. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import {
	checkouts,
	isShippableOrder,
	isShippedOrder,
	isShownOrder,
	orders,
	shipments,
} from "../../db/order-tables.ts";
import { shopCounts } from "../../db/sales-tables.ts";
import { batch, database, inList } from "../../platform/database.ts";
import { buildListQuery } from "../../platform/list-query.ts";
import { deliveryLines } from "../checkouts/address.ts";
import { type OrderWithParcel, orderColumns, toOrder } from "../orders/orders.server.ts";
import { ordersPageSize } from "../orders/orders.ts";
import { type Cursor, splitPage } from "../paging.ts";
import { toParcel } from "./carriers.ts";
import {
	type OrdersToShip,
	ordersToPack,
	type PackingRequest,
	type PackingSlip,
	type ShippedParcel,
} from "./packing.ts";

/** The packing slip of a checkout, or undefined if there is no such checkout. One round trip. */
export async function readPackingSlip(
	checkoutId: string,
	request: PackingRequest,
): Promise<PackingSlip | undefined> {
	const db = database();
	const {
		checkout: [checkout],
		rows,
	} = await batch({
		checkout: db.select().from(checkouts).where(eq(checkouts.id, checkoutId)),
		rows: db
			.select(orderColumns)
			.from(orders)
			.where(and(eq(orders.checkoutId, checkoutId), isShownOrder))
			.orderBy(orders.number),
	});
	return checkout && toSlip(checkout, rows, request);
}

/** What a slip shows of a checkout. */
type Delivery = Pick<
	typeof checkouts.$inferSelect,
	| "id"
	| "createdAt"
	| "phone"
	| "note"
	| "name"
	| "line1"
	| "line2"
	| "city"
	| "region"
	| "postalCode"
	| "country"
>;

/** The columns of a delivery as one, because orders have some of the same names. */
const delivery =
	sql<Delivery>`json_object('id', ${checkouts.id}, 'createdAt', ${checkouts.createdAt}, 'phone', ${checkouts.phone}, 'note', ${checkouts.note}, 'name', ${checkouts.name}, 'line1', ${checkouts.line1}, 'line2', ${checkouts.line2}, 'city', ${checkouts.city}, 'region', ${checkouts.region}, 'postalCode', ${checkouts.postalCode}, 'country', ${checkouts.country})`
		.mapWith((json: string): Delivery => {
			const columns = JSON.parse(json);
			return { ...columns, createdAt: new Date(columns.createdAt) };
		})
		.as("delivery");

/** The most orders whose packing slips are printed at once: a page of the list. */
const maxOrders = 100;

/**
 * The packing slips of orders, one a checkout, the oldest checkout first. One round trip. An order that is
 * not to be packed is left out, and a checkout without any too.
 */
export async function readPackingSlips(orderIds: readonly string[]): Promise<PackingSlip[]> {
	const isAsked = and(inList(orders.id, orderIds.slice(0, maxOrders)), isShownOrder);
	const found = await database()
		.select({ ...getTableColumns(orders), delivery })
		.from(orders)
		.innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
		.where(isAsked);
	const rows = found.toSorted((one, other) => one.number - other.number);
	const slips = [...Map.groupBy(rows, ({ checkoutId }) => checkoutId).values()].flatMap((some) => {
		const [first] = some;
		return first ? [toSlip(first.delivery, some, { orderIds, shipmentId: undefined })] : [];
	});
	return slips.filter((slip) => slip.orders.length > 0);
}

/** Orders to ship on a page of a search: with their checkouts it reads less than sixty rows. */
const searchedPageSize = 18;

/**
 * A page of the orders to ship, by checkout, those that wait longest first, and how many there are in all. A
 * search finds them by name, e-mail, tool or number, the newest first. One round trip.
 */
export async function listOrdersToShip(
	q: string,
	cursor: Cursor | undefined,
): Promise<{ parcels: OrdersToShip[]; next: Cursor | undefined; total: number }> {
	const db = database();
	const { id, checkoutId, createdAt, toolName, quantity, packedAt } = orders;
	const limit = q ? searchedPageSize : ordersPageSize;
	const list = buildListQuery({
		table: orders,
		filter: isShippableOrder,
		sortBy: [createdAt, q ? "desc" : "asc"],
		id,
		createdAt,
		searchIn: "orders",
		tab: "toShip",
		limit,
		cursor,
		q,
	});
	const place = list.rowNumber.as("place");
	const { page, counts } = await batch({
		page: db
			.select({ id, checkoutId, createdAt, toolName, quantity, packedAt, place, delivery })
			.from(list.from)
			.innerJoin(checkouts, eq(checkouts.id, checkoutId))
			.where(list.where)
			.orderBy(...list.orderBy)
			.limit(list.limit),
		counts: db
			.select({ total: shopCounts.ordersToShip })
			.from(shopCounts)
			.where(eq(shopCounts.id, 1)),
	});
	const { rows, next } = splitPage(page, limit, (row) =>
		list.cursorIsRowNumber ? row.place : row.createdAt.getTime(),
	);
	const parcels = [...Map.groupBy(rows, (row) => row.checkoutId).values()].flatMap((some) => {
		const [first] = some;
		return first ? [toOrdersToShip(first.delivery, some)] : [];
	});
	return { parcels, next, total: counts[0]?.total ?? 0 };
}

/** Shipped orders on a page: with their checkouts and parcels it reads less than sixty rows, also in a search. */
const shippedPageSize = 12;

/** A page of the shipped orders by parcel, the newest first, or of those that a search finds. One round trip. */
export async function listShippedParcels(
	q: string,
	cursor: Cursor | undefined,
): Promise<{ parcels: ShippedParcel[]; next: Cursor | undefined }> {
	const { id, checkoutId, createdAt, toolName, quantity, packedAt, refundedAt } = orders;
	const list = buildListQuery({
		table: orders,
		filter: isShippedOrder,
		sortBy: [createdAt, "desc"],
		id,
		createdAt,
		searchIn: "orders",
		tab: "shipped",
		limit: shippedPageSize,
		cursor,
		q,
	});
	const found = await database()
		.select({
			...{ id, checkoutId, createdAt, toolName, quantity, packedAt, refundedAt, delivery },
			place: list.rowNumber.as("place"),
			// One of its own names, because orders and shipments share some.
			shipmentId: sql<string | null>`${shipments.id}`.as("parcel_id"),
			carrier: shipments.carrier,
			trackingNumber: shipments.trackingNumber,
		})
		.from(list.from)
		.innerJoin(checkouts, eq(checkouts.id, checkoutId))
		.leftJoin(shipments, eq(shipments.id, orders.shipmentId))
		.where(list.where)
		.orderBy(...list.orderBy)
		.limit(list.limit);
	const { rows, next } = splitPage(found, shippedPageSize, (row) =>
		list.cursorIsRowNumber ? row.place : row.createdAt.getTime(),
	);
	const groups = Map.groupBy(rows, (row) => `${row.checkoutId} ${row.shipmentId ?? ""}`);
	const parcels = [...groups.values()].flatMap((some): ShippedParcel[] => {
		const [first] = some;
		if (!first) return [];
		const { shipmentId, carrier, trackingNumber } = first;
		return [
			{
				...toOrdersToShip(first.delivery, some),
				...(shipmentId !== null && {
					shipment: toParcel(shipmentId, carrier ?? "", trackingNumber ?? ""),
				}),
				canAddTracking: shipmentId === null && some.every((row) => row.refundedAt === null),
			},
		];
	});
	return { parcels, next };
}

function toOrdersToShip(
	checkout: Delivery,
	rows: readonly { id: string; toolName: string; quantity: number; packedAt: Date | null }[],
): OrdersToShip {
	return {
		checkoutId: checkout.id,
		orderedAt: checkout.createdAt.toISOString(),
		address: deliveryLines(checkout),
		note: checkout.note,
		orders: rows.map((row) => ({
			_id: row.id,
			name: row.toolName,
			quantity: row.quantity,
			packed: row.packedAt !== null,
		})),
	};
}

function toSlip(checkout: Delivery, rows: OrderWithParcel[], request: PackingRequest): PackingSlip {
	const { id: number, createdAt: orderedAt, phone, note } = checkout;
	const toPack = ordersToPack(rows.map(toOrder), request);
	const fits = new Map(rows.flatMap(({ id, fit }) => (fit ? [[id, fit]] : [])));
	return { number, orderedAt, address: deliveryLines(checkout), phone, note, orders: toPack, fits };
}
