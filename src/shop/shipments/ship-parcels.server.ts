/** Ships several orders at once, each in a parcel of its own. */
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isShippableLine, isShownLine, orderLines, shipments } from "../../db/order-tables.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { invoiceOfShipment } from "../invoices/insert-invoices.server.ts";
import { whyNotShipped } from "../orders/line-actions.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { toFlags } from "../orders/line-flags.ts";
import type { LineRow } from "../orders/lines.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { shippedEvent } from "./ship-line.server.ts";
import { toShipment } from "./shipments.server.ts";
import type { LeftOutLine, ParcelReply, ParcelRequest } from "./shipments.ts";

/** Parcels of one batch, which has four or five statements for each. */
const parcelsAtOnce = 10;

/**
 * Ships each parcel: the lines that it names, or all lines of its order that can be shipped. Each stands or
 * falls alone, and so do two with the same line: the first has it. Returns what became of each, in their order.
 */
export async function shipParcels(
	caller: Caller,
	parcels: readonly ParcelRequest[],
): Promise<ParcelReply[]> {
	const found = await linesOf(parcels);
	const replies: ParcelReply[] = [];
	for (let start = 0; start < parcels.length; start += parcelsAtOnce) {
		const some = parcels.slice(start, start + parcelsAtOnce);
		replies.push(...(await shipSome(caller, some, found)));
	}
	return replies;
}

/** The lines that parcels name, and those of the orders that they name. */
function linesOf(parcels: readonly ParcelRequest[]) {
	const { id, orderId, number } = orderLines;
	const lineIds = parcels.flatMap((parcel) => parcel.lineIds ?? []);
	const orderIds = parcels.flatMap((parcel) => parcel.orderId ?? []);
	return database()
		.select()
		.from(orderLines)
		.where(and(or(inList(id, lineIds), inList(orderId, orderIds)), isShownLine))
		.orderBy(number);
}

/** What keeps a stored line out of a parcel. */
export const obstacleOf = (line: LineRow) =>
	whyNotShipped({ status: line.status, ...toFlags(line) });

/** A line that is in no parcel, unless nothing keeps it out. */
export function leftOutLine(
	line: LineRow,
	reason: LeftOutLine["reason"] | undefined = obstacleOf(line),
): LeftOutLine[] {
	return reason ? [{ _id: line.id, name: nameOfRow(line), reason }] : [];
}

/** The ids of a parcel's lines; undefined if it names an order or a line that there is not. */
function idsOf({ orderId, lineIds }: ParcelRequest, found: readonly LineRow[]) {
	const lines = orderId === undefined ? found : found.filter((line) => line.orderId === orderId);
	if (!lineIds)
		return lines.length === 0
			? undefined
			: lines.filter((line) => obstacleOf(line) === undefined).map(({ id }) => id);
	const ownIds = new Set(lines.map(({ id }) => id));
	return lineIds.every((id) => ownIds.has(id)) ? [...new Set(lineIds)] : undefined;
}

async function shipSome(
	caller: Caller,
	parcels: readonly ParcelRequest[],
	found: readonly LineRow[],
): Promise<ParcelReply[]> {
	const now = new Date();
	const planned = parcels.map((parcel) => {
		const lineIds = idsOf(parcel, found);
		const [firstId] = lineIds ?? [];
		const { carrier, trackingNumber } = parcel;
		const ship =
			lineIds && firstId !== undefined
				? shipStatements(caller.id, now, { lineIds, firstId, carrier, trackingNumber })
				: undefined;
		return { parcel, lineIds, ship };
	});
	const shipping = planned.flatMap(({ ship }) => ship ?? []);
	// Read again, for what an earlier parcel or somebody else has shipped meanwhile.
	const { after, shipped } = shipping.length
		? await batch({ shipped: shipping, after: linesOf(parcels) })
		: { after: found, shipped: [] };
	return planned.map(({ parcel, lineIds, ship }): ParcelReply => {
		if (!lineIds) return { error: "not_found" };
		const result = ship && shipped[shipping.indexOf(ship)];
		const [created] = result?.created ?? [];
		const leftOut = leftOutOf(parcel, after, created?.id);
		if (!result || !created) return { error: "not_shippable", leftOut };
		sendFromOutbox(result.outbox);
		return { shipment: toShipment(created, lineIds), leftOut };
	});
}

/** The lines of a parcel that it does not have, each with its reason. */
function leftOutOf(
	{ orderId, lineIds }: ParcelRequest,
	lines: readonly LineRow[],
	shipmentId?: string,
): LeftOutLine[] {
	const asked = lines.filter((line) => lineIds?.includes(line.id) ?? line.orderId === orderId);
	return asked.flatMap((line) => {
		if (shipmentId !== undefined && line.shipmentId === shipmentId) return [];
		const isOfOther = line.orderId !== asked[0]?.orderId;
		return leftOutLine(line, obstacleOf(line) ?? (isOfOther ? "otherOrder" : undefined));
	});
}

interface Parcel {
	lineIds: readonly string[];
	firstId: string;
	carrier: string;
	trackingNumber: string;
}

/** The statements that ship the lines of one order in a parcel, all or none. */
function shipStatements(actorId: string, now: Date, parcel: Parcel) {
	const { lineIds, firstId, carrier, trackingNumber } = parcel;
	const db = database();
	const id = newId();
	const orderId = sql`(select ${orderLines.orderId} from ${orderLines} where ${orderLines.id} = ${firstId})`;
	const toShip = and(inList(orderLines.id, lineIds), isShippableLine);
	const areAll = sql`(select count(*) from ${orderLines} where ${toShip} and ${orderLines.orderId} = ${orderId}) = ${lineIds.length}`;
	const isCreated = inArray(
		sql`${id}`,
		db.select({ id: shipments.id }).from(shipments).where(eq(shipments.id, id)),
	);
	return {
		created: insertFrom(
			shipments,
			{ id, orderId, carrier, trackingNumber, createdAt: now.getTime() },
			sql`where ${areAll}`,
		).returning(),
		audit: auditLinesOf("order.shipped", actorId, and(toShip, isCreated)),
		outbox: addToOutbox(shippedEvent(firstId, now, { shipmentId: id }), isCreated),
		shipped: db
			.update(orderLines)
			.set({ status: "Shipped", shippedAt: now, shipmentId: id })
			.where(and(toShip, isCreated)),
		...invoiceOfShipment(firstId, now),
	};
}
