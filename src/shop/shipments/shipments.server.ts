/** Ships orders in parcels. */
import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isPaidLine, isShippableLine, orderLines, shipments } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { invoiceOfShipment } from "../invoices/insert-invoices.server.ts";
import { toParcel } from "../orders/carriers.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { undoAcceptedMs } from "../orders/lines.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { shippedEvent } from "./ship-line.server.ts";
import type { Shipment, ShipmentRequest, ShipmentUpdate } from "./shipments.ts";

export type ShipmentRow = typeof shipments.$inferSelect;

/** Converts a shipment and its lines to the API's format. */
export function toShipment(row: ShipmentRow, lineIds: string[]): Shipment {
	const { id, orderId, carrier, trackingNumber, createdAt } = row;
	return {
		...toParcel(id, carrier, trackingNumber),
		orderId,
		lineIds,
		createdAt: createdAt.toISOString(),
	};
}

/**
 * What an audit entry tells of another carrier or tracking number, by default of the joined shipment. Its action is that of
 * shipping: the detail tells them apart.
 */
const trackingChange = (
	{ carrier, trackingNumber }: Record<"carrier" | "trackingNumber", string>,
	former: Record<"carrier" | "trackingNumber", SQL | string> = {
		carrier: sql`${shipments.carrier}`,
		trackingNumber: sql`${shipments.trackingNumber}`,
	},
) => ({
	carrier,
	carrierWas: former.carrier,
	trackingNumber,
	trackingNumberWas: former.trackingNumber,
});

/** The condition that a line was shipped without a parcel. `canAddTracking` is the same in TypeScript. */
const isShippedAlone = and(
	isPaidLine,
	eq(orderLines.status, "Shipped"),
	isNull(orderLines.shipmentId),
	isNull(orderLines.refundedAt),
);

/** How long the first e-mail about a shipment waits: until that can no longer be undone. */
const mailDelayMs = undoAcceptedMs + 1000;

/**
 * Ships paid, pending lines of one order in one parcel, all or none. Lines that were all shipped
 * without a parcel get this one; their customer gets an e-mail with its number if the e-mail that they were
 * shipped has gone, which otherwise has it. Throws ShopError `not_found` (a line is unknown) or
 * `not_shippable` (one is not paid, has a parcel, is refunded or disputed, or belongs to another
 * order).
 */
export async function createShipment(
	caller: Caller,
	{ lineIds: requestedIds, carrier, trackingNumber }: ShipmentRequest,
): Promise<Shipment> {
	const lineIds = [...new Set(requestedIds)];
	const [firstId = ""] = lineIds;
	const db = database();
	const [id, now] = [newId(), new Date()];
	const isListed = inList(orderLines.id, lineIds);
	const orderId = sql`(select ${orderLines.orderId} from ${orderLines} where ${orderLines.id} = ${firstId})`;
	const toShip = and(isListed, isShippableLine);
	const toTrack = and(isListed, isShippedAlone);
	const ofOneOrder = sql`${orderLines.orderId} = ${orderId}`;
	const areAll = (condition: SQL | undefined) =>
		sql`(select count(*) from ${orderLines} where ${and(condition, ofOneOrder)}) = ${lineIds.length}`;
	const hasLine = (condition: SQL) =>
		hasRow(orderLines, and(eq(orderLines.shipmentId, id), condition));
	const { created, outbox, trackingOutbox } = await commit({
		guard: [sql`${areAll(toShip)} or ${areAll(toTrack)}`],
		write: {
			created: insertFrom(
				shipments,
				{ id, orderId, carrier, trackingNumber, createdAt: now.getTime() },
				sql`where true`,
			).returning(),
			// Only one of the two has lines.
			audit: auditLinesOf("order.shipped", caller.id, toShip),
			auditTracking: auditLinesOf(
				"order.shipped",
				caller.id,
				toTrack,
				trackingChange({ carrier, trackingNumber }, { carrier: "", trackingNumber: "" }),
			),
			tracked: db.update(orderLines).set({ shipmentId: id }).where(toTrack),
			// Before the next statement, a line with this parcel was shipped earlier.
			trackingOutbox: addToOutbox(
				{
					kind: "order.shipped",
					subject: firstId,
					payload: { shipmentId: id, isCorrection: 1 },
					availableAt: new Date(now.getTime() + mailDelayMs),
				},
				hasLine(lte(orderLines.shippedAt, new Date(now.getTime() - mailDelayMs))),
			),
			shipped: db
				.update(orderLines)
				.set({ status: "Shipped", shippedAt: now, shipmentId: id })
				.where(toShip),
			outbox: addToOutbox(
				shippedEvent(firstId, now, { shipmentId: id }),
				hasLine(eq(orderLines.shippedAt, now)),
			),
			...invoiceOfShipment(firstId, now),
		},
		refused: async () => {
			const found = await db.$count(orderLines, isListed);
			throw new ShopError(found < lineIds.length ? "not_found" : "not_shippable");
		},
	});
	const [shipment] = created;
	if (!shipment) throw new ShopError("not_found");
	sendFromOutbox([...trackingOutbox, ...outbox]);
	return toShipment(shipment, lineIds);
}

/** The condition that a line is shipped in this shipment. */
const isShippedIn = (id: string) =>
	and(eq(orderLines.shipmentId, id), eq(orderLines.status, "Shipped"));

/**
 * Corrects the carrier and the tracking number of a shipment. Its e-mail reads them when it is sent; if that
 * was before, `notify` sends another one. Throws ShopError `not_found`, also if all its lines were undone.
 */
export async function updateShipment(
	caller: Caller,
	id: string,
	{ carrier, trackingNumber, notify = false }: ShipmentUpdate,
): Promise<Shipment> {
	const db = database();
	const isShipment = eq(shipments.id, id);
	const firstLine = sql`(select ${orderLines.id} from ${orderLines} where ${isShippedIn(id)} order by ${orderLines.number} limit 1)`;
	// Before that, the first mail waits for the end of undo.
	const isMailed = lte(shipments.createdAt, new Date(Date.now() - mailDelayMs));
	const isOther = or(ne(shipments.carrier, carrier), ne(shipments.trackingNumber, trackingNumber));
	const { updated, mail, lineIds } = await commit({
		guard: [hasRow(shipments, and(isShipment, hasRow(orderLines, isShippedIn(id))))],
		write: {
			// First, because it reads the values before.
			audit: auditLinesOf(
				"order.shipped",
				caller.id,
				isShippedIn(id),
				trackingChange({ carrier, trackingNumber }),
				sql`${orderLines} join ${shipments} on ${and(isShipment, isOther)}`,
			),
			updated: db.update(shipments).set({ carrier, trackingNumber }).where(isShipment).returning(),
			...(notify && {
				mail: addToOutbox(
					{
						kind: "order.shipped",
						subject: firstLine,
						payload: { shipmentId: id, isCorrection: 1 },
					},
					hasRow(shipments, and(isShipment, isMailed)),
				),
			}),
			lineIds: db
				.select({ id: orderLines.id })
				.from(orderLines)
				.where(isShippedIn(id))
				.orderBy(orderLines.number),
		},
		refused: () => {
			throw new ShopError("not_found");
		},
	});
	const [shipment] = updated;
	if (!shipment) throw new ShopError("not_found");
	sendFromOutbox(mail ?? []);
	return toShipment(
		shipment,
		lineIds.map((line) => line.id),
	);
}

/**
 * Takes back a shipment with all its lines, all or none, for `undoAcceptedMs`. Then its e-mail is not sent.
 * Lines that were shipped before they got it stay shipped.
 * Throws ShopError `not_found` or `not_shippable` (it is too late).
 */
export async function undoShipment(caller: Caller, id: string): Promise<{ modifiedCount: number }> {
	const db = database();
	const isRecent = gt(shipments.createdAt, new Date(Date.now() - undoAcceptedMs));
	const isShipment = eq(shipments.id, id);
	const toUndo = and(isShippedIn(id), isPaidLine);
	const wasShipped = sql`${orderLines.shippedAt} < (select ${shipments.createdAt} from ${shipments} where ${isShipment})`;
	const { untracked, undone } = await commit({
		guard: [hasRow(shipments, and(isShipment, isRecent)), hasRow(orderLines, toUndo)],
		write: {
			auditTracking: auditLinesOf(
				"order.shipped",
				caller.id,
				and(toUndo, wasShipped),
				trackingChange({ carrier: "", trackingNumber: "" }),
				sql`${orderLines} join ${shipments} on ${isShipment}`,
			),
			untracked: db
				.update(orderLines)
				.set({ shipmentId: null })
				.where(and(toUndo, wasShipped))
				.returning({ id: orderLines.id }),
			audit: auditLinesOf("order.ship_undone", caller.id, toUndo),
			undone: db
				.update(orderLines)
				.set({ status: "Pending", shippedAt: null, shipmentId: null })
				.where(toUndo)
				.returning({ id: orderLines.id }),
			deleted: db
				.delete(shipments)
				.where(and(isShipment, sql`not ${hasRow(orderLines, eq(orderLines.shipmentId, id))}`)),
		},
		refused: async () => {
			const found = await db.$count(shipments, isShipment);
			throw new ShopError(found > 0 ? "not_shippable" : "not_found");
		},
	});
	const modifiedCount = untracked.length + undone.length;
	return { modifiedCount };
}
