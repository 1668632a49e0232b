/** Ships one line without a parcel of its own, and marks it as packed. */
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isPaidLine, isShippableLine, isShownLine, orderLines } from "../../db/order-tables.ts";
import { isDoneReturn, returnLines, returns } from "../../db/return-tables.ts";
import { ShopError } from "../../errors.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { invoiceOfShipment } from "../invoices/insert-invoices.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { undoAcceptedMs } from "../orders/lines.ts";
import type { OrderStatus } from "../orders/order-states.ts";
import { addToOutbox, type OutboxEvent, sendFromOutbox } from "../outbox/outbox.server.ts";

/**
 * Sets a line's status: a paid, pending line can be shipped, and that can be undone for
 * `undoAcceptedMs`. Returns a count of 0 if the line has the status already. Throws ShopError
 * `not_found` or `not_shippable`.
 */
export async function setStatus(
	caller: Caller,
	lineId: string,
	status: OrderStatus,
): Promise<{ modifiedCount: number }> {
	const [line] = await database()
		.select({ status: orderLines.status })
		.from(orderLines)
		.where(and(eq(orderLines.id, lineId), isShownLine));
	if (!line) throw new ShopError("not_found");
	if (line.status === status) return { modifiedCount: 0 };
	await (status === "Shipped" ? ship : undoShipping)(lineId, caller.id);
	return { modifiedCount: 1 };
}

/** For a line that can't be shipped, or no longer be taken back. */
const refused = () => {
	throw new ShopError("not_shippable");
};

async function ship(lineId: string, actorId: string): Promise<void> {
	const shippedAt = new Date();
	const isLine = eq(orderLines.id, lineId);
	const { outbox } = await commit({
		guard: [hasRow(orderLines, and(isLine, isShippableLine))],
		write: {
			shipped: database().update(orderLines).set({ status: "Shipped", shippedAt }).where(isLine),
			audit: auditLinesOf("order.shipped", actorId, isLine),
			outbox: addToOutbox(shippedEvent(lineId, shippedAt)),
			...invoiceOfShipment(lineId, shippedAt),
		},
		refused,
	});
	sendFromOutbox(outbox);
}

/** The event that a line was shipped, or a parcel with it. Available once that can no longer be undone. */
export function shippedEvent(
	lineId: string,
	shippedAt: Date,
	parcel: { shipmentId?: string } = {},
): OutboxEvent {
	return {
		kind: "order.shipped",
		subject: lineId,
		payload: { shippedAt: shippedAt.getTime(), ...parcel },
		availableAt: new Date(shippedAt.getTime() + undoAcceptedMs + 1000),
	};
}

async function undoShipping(lineId: string, actorId: string): Promise<void> {
	const isLine = eq(orderLines.id, lineId);
	const justShipped = and(
		isLine,
		eq(orderLines.status, "Shipped"),
		gt(orderLines.shippedAt, new Date(Date.now() - undoAcceptedMs)),
		isPaidLine,
		isNull(orderLines.giftCodes),
		// What is sent back was on its way when that was declared.
		sql`not exists (
			select 1
			from ${returnLines}
			join ${returns} on ${returns.id} = ${returnLines.returnId}
			where ${returnLines.lineId} = ${orderLines.id} and not ${isDoneReturn}
		)`,
	);
	await commit({
		guard: [hasRow(orderLines, justShipped)],
		write: {
			undone: database()
				.update(orderLines)
				.set({ status: "Pending", shippedAt: null, shipmentId: null })
				.where(isLine),
			audit: auditLinesOf("order.ship_undone", actorId, isLine),
		},
		refused,
	});
}

/**
 * Marks a line that can be shipped as packed, or takes that back. Returns a count of 0 if it is so
 * already. Throws ShopError `not_found` or `not_shippable`.
 */
export async function setPacked(
	lineId: string,
	packed: boolean,
): Promise<{ modifiedCount: number }> {
	const isLine = eq(orderLines.id, lineId);
	const { packedAt } = orderLines;
	const isOther = packed ? isNull(packedAt) : isNotNull(packedAt);
	const changed = await commit({
		guard: [hasRow(orderLines, and(isLine, isShippableLine, isOther))],
		write: {
			packed: database()
				.update(orderLines)
				.set({ packedAt: packed ? new Date() : null })
				.where(isLine),
		},
		refused: async () => {
			const [found] = await database()
				.select({ isShippable: sql<number>`${isShippableLine}` })
				.from(orderLines)
				.where(and(isLine, isShownLine));
			if (!found) throw new ShopError("not_found");
			if (!found.isShippable) throw new ShopError("not_shippable");
			return null;
		},
	});
	return { modifiedCount: changed ? 1 : 0 };
}
