/** Reads what a packing slip shows. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { checkouts, isShownOrder, orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { deliveryLines } from "../checkouts/address.ts";
import { type OrderWithParcel, orderColumns, toOrder } from "../orders/orders.server.ts";
import { ordersToPack, type PackingRequest, type PackingSlip } from "./packing.ts";

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
	const ids = sql`(select value from json_each(${JSON.stringify(orderIds.slice(0, maxOrders))}))`;
	const isAsked = and(sql`${orders.id} in ${ids}`, isShownOrder);
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

function toSlip(checkout: Delivery, rows: OrderWithParcel[], request: PackingRequest): PackingSlip {
	const { id: number, createdAt: orderedAt, phone, note } = checkout;
	const toPack = ordersToPack(rows.map(toOrder), request);
	const fits = new Map(rows.flatMap(({ id, fit }) => (fit ? [[id, fit]] : [])));
	return { number, orderedAt, address: deliveryLines(checkout), phone, note, orders: toPack, fits };
}
