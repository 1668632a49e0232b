/** The orders that a payment has paid, with what each has paid and their refunds. */
import { eq, sql } from "drizzle-orm";
import { orderLines, orders } from "../../db/order-tables.ts";
import { lineRefunds } from "../../db/payment-tables.ts";
import { batch, database } from "../../platform/database.ts";
import type { LineRow } from "../orders/lines.server.ts";
import { sharesOfLines } from "../orders/totals.ts";
import type { RefundableLine } from "./refunds.ts";

export type LineRefundRow = typeof lineRefunds.$inferSelect;

export interface PaidOrders {
	/** The first order first. */
	lines: LineRow[];
	refunds: LineRefundRow[];
	/** The part of the payment that an order has paid, with its part of shipping and tax. */
	paidCentsOf: (lineId: string) => number;
}

/** Reads the orders that a payment has paid; none if it has paid none. */
export async function readPaidLines(intentId: string): Promise<PaidOrders> {
	const db = database();
	const {
		order: [order],
		paid,
		refunds,
	} = await batch({
		order: db.select().from(orders).where(eq(orders.transactionId, intentId)),
		paid: db
			.select()
			.from(orderLines)
			.where(eq(orderLines.transactionId, intentId))
			.orderBy(orderLines.number),
		refunds: db.select().from(lineRefunds).where(eq(lineRefunds.intentId, intentId)),
	});
	const items = paid.map(({ totalCents }) => totalCents);
	const shares = order ? sharesOfLines(order, items) : [];
	const paidCents = new Map(
		paid.map(({ id, totalCents }, index) => [id, shares[index]?.totalCents ?? totalCents]),
	);
	return { lines: paid, refunds, paidCentsOf: (lineId) => paidCents.get(lineId) ?? 0 };
}

/** The sum of an order's refunds of a status. */
export function sumOfRefunds(
	refunds: readonly LineRefundRow[],
	lineId: string,
	status: LineRefundRow["status"],
): number {
	return refunds
		.filter((refund) => refund.lineId === lineId && refund.status === status)
		.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The orders of a payment with their sums. */
export function toRefundable({ lines, refunds, paidCentsOf }: PaidOrders): RefundableLine[] {
	return lines.map(({ id }) => ({
		id,
		paidCents: paidCentsOf(id),
		doneCents: sumOfRefunds(refunds, id, "done"),
		dueCents: sumOfRefunds(refunds, id, "due"),
	}));
}

/**
 * Returns the statement that sets the sums of an order from its refunds, and whether the newest has failed.
 * It counts as refunded once all that it paid was, and no longer if a refund fails.
 */
export function updateRefundSums(lineId: string, paidCents: number) {
	const sum = (status: string) =>
		sql`(select coalesce(sum(${lineRefunds.amountCents}), 0) from ${lineRefunds} where ${lineRefunds.lineId} = ${orderLines.id} and ${lineRefunds.status} = ${status})`;
	const newestFailed = sql`(select ${lineRefunds.amountCents} * (${lineRefunds.status} = 'failed') from ${lineRefunds} where ${lineRefunds.lineId} = ${orderLines.id} order by ${lineRefunds.createdAt} desc, ${lineRefunds}.rowid desc limit 1)`;
	return database()
		.update(orderLines)
		.set({
			refundedCents: sum("done"),
			refundDueCents: sum("due"),
			refundFailedCents: sql`coalesce(${newestFailed}, 0)`,
			refundedAt: sql`case when ${sum("done")} >= ${paidCents} then coalesce(${orderLines.refundedAt}, ${Date.now()}) end`,
		})
		.where(eq(orderLines.id, lineId));
}
