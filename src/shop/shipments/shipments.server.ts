/** Ships orders in parcels. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { isShippableOrder, orders, shipments } from "../../db/order-tables.ts";
import { batch, database, newId } from "../../platform/database.ts";
import { ShopError } from "../errors.ts";
import { auditOrdersOf } from "../orders/order-audit.server.ts";
import { type OrderRow, shippedEvent } from "../orders/orders.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { Caller } from "../users/users.ts";
import { trackingUrl } from "./carriers.ts";
import type { Shipment, ShipmentRequest } from "./shipments.ts";

export type ShipmentRow = typeof shipments.$inferSelect;

function toShipment(row: ShipmentRow, orderIds: string[]): Shipment {
	const { id, checkoutId, carrier, trackingNumber, createdAt } = row;
	const url = trackingUrl(carrier, trackingNumber);
	return {
		_id: id,
		checkoutId,
		orderIds,
		carrier,
		trackingNumber,
		...(url && { trackingUrl: url }),
		createdAt: createdAt.toISOString(),
	};
}

/**
 * Ships paid, pending orders of one checkout in one parcel, all or none. Throws ShopError `not_found` (an
 * order is unknown) or `not_shippable` (one is not paid, is shipped, refunded or disputed, or belongs to
 * another checkout).
 */
export async function createShipment(
	caller: Caller,
	{ orderIds: requestedIds, carrier, trackingNumber }: ShipmentRequest,
): Promise<Shipment> {
	const orderIds = [...new Set(requestedIds)];
	const [firstId = ""] = orderIds;
	const db = database();
	const [id, now] = [newId(), new Date()];
	const isListed = sql`${orders.id} in (select value from json_each(${JSON.stringify(orderIds)}))`;
	const checkoutId = sql`(select ${orders.checkoutId} from ${orders} where ${orders.id} = ${firstId})`;
	const toShip = and(isListed, isShippableOrder);
	const ofOneCheckout = sql`${orders.checkoutId} = ${checkoutId}`;
	const areAllShippable = sql`(select count(*) from ${orders} where ${and(toShip, ofOneCheckout)}) = ${orderIds.length}`;
	const isCreated = sql`exists (select 1 from ${shipments} where ${shipments.id} = ${id})`;
	const {
		created: [created],
		outbox,
		found,
	} = await batch({
		created: insertShipment(
			[id, checkoutId, carrier, trackingNumber, now.getTime()],
			areAllShippable,
		),
		audit: auditOrdersOf("order.shipped", caller.id, and(toShip, isCreated)),
		shipped: db
			.update(orders)
			.set({ status: "Shipped", shippedAt: now, shipmentId: id })
			.where(and(toShip, isCreated)),
		outbox: addToOutbox(shippedEvent(firstId, now, { shipmentId: id }), isCreated),
		found: db.select({ id: orders.id }).from(orders).where(isListed),
	});
	if (!created) throw new ShopError(found.length < orderIds.length ? "not_found" : "not_shippable");
	sendFromOutbox(outbox);
	return toShipment(created, orderIds);
}

/** The statement that inserts a shipment of these values, in the table's order, if the condition holds. */
function insertShipment(values: unknown[], condition: SQL) {
	const columns = sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	);
	return database().insert(shipments).select(sql`select ${columns} where ${condition}`).returning();
}

/** A shipment and its orders that are still shipped in it; undefined if all were undone. */
export async function findShipment(
	id: string,
): Promise<{ shipment: ShipmentRow; orders: OrderRow[] } | undefined> {
	const db = database();
	const {
		shipment: [shipment],
		shipped,
	} = await batch({
		shipment: db.select().from(shipments).where(eq(shipments.id, id)),
		shipped: db
			.select()
			.from(orders)
			.where(and(eq(orders.shipmentId, id), eq(orders.status, "Shipped")))
			.orderBy(orders.number),
	});
	return shipment && shipped.length > 0 ? { shipment, orders: shipped } : undefined;
}
