/** Refunds what has arrived of a return, in the batch that closes it. */
import { eq, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isPaidLine, isShownLine, orderLines, orders } from "../../db/order-tables.ts";
import { newId } from "../../platform/database/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { findOrderWithLines } from "../orders/orders.server.ts";
import { leftOf, readPaidLines, refundableOf } from "../refunds/payment-of-refunds.server.ts";
import { type ArrivedLine, divideReturn } from "../refunds/piece-shares.ts";
import { refundParts } from "../refunds/refund-order.server.ts";
import { moveReturn, piecesOf } from "./move-return.server.ts";
import { isLineOfReturn, isReadyFor } from "./return-lines.server.ts";
import type { RefundOutcome } from "./return-states.ts";
import type { ReturnFound } from "./returns.ts";

/**
 * The lines of a return's order with what each has paid and what is left of that, and what has arrived of them by this
 * return. One round trip.
 */
export async function arrivedLines({ order, lines }: ReturnFound): Promise<ArrivedLine[]> {
	const payment = await readPaidLines(order.transactionId ?? "");
	const left = new Map(refundableOf(payment).map((line) => [line.lineId, line]));
	const ofReturn = new Map(lines.map((line) => [line.lineId, line]));
	const quantities = new Map(payment.lines.map(({ id, quantity }) => [id, quantity]));
	return leftOf(payment, []).map((paid) => {
		const { before = 0, received } = ofReturn.get(paid.lineId) ?? {};
		return {
			paid,
			left: left.get(paid.lineId) ?? paid,
			before,
			received: received ?? 0,
			quantity: quantities.get(paid.lineId) ?? 0,
		};
	});
}

/**
 * Refunds what has arrived of a return, all or an amount in minor units, with the shipping of its lines or without, and
 * closes it. Its refund has the return's key: sent twice, or by two staff at once, it is made once. Returns `before` if that
 * was not by this call, and false if it is not possible.
 */
export async function refundReturn(
	caller: Caller,
	found: ReturnFound,
	{
		outcome,
		...refunded
	}: {
		outcome: RefundOutcome;
		amount?: number | undefined;
		shipping: boolean;
	},
): Promise<boolean | "before"> {
	const { id, orderId } = found;
	const arrived = await arrivedLines(found);
	const ofOrder = await findOrderWithLines(eq(orders.id, orderId), isShownLine);
	if (!ofOrder) return false;
	const reply = await refundParts(ofOrder, {
		divide: (left) =>
			divideReturn(
				arrived.map((line) => ({
					...line,
					left: left.find(({ lineId }) => lineId === line.left.lineId) ?? line.left,
				})),
				refunded,
			),
		reason:
			found.reason === "damaged" || found.reason === "defective"
				? "damaged"
				: "requested_by_customer",
		note: "",
		isCredit: outcome === "credit",
		// What goes back to the stock did when it was checked in.
		restock: false,
		createdBy: caller.id,
		// Each call has its own, so that it knows whether the refund is its own.
		requestKey: { key: `return ${id}`, fingerprint: newId() },
		condition: sql`${isPaidLine} and ${isReadyFor(id, outcome)}`,
		also: (refundId) => ({
			returnAudit: auditLinesOf(
				"order.return_closed",
				caller.id,
				isLineOfReturn(id),
				{ quantity: piecesOf(id) },
				sql`${orderLines}`,
			),
			returned: moveReturn(id, outcome, { outcome, refundId, closedAt: new Date() }),
		}),
	});
	if (!reply) return false;
	return reply.isNew || "before";
}
