/** The orders that a payment has paid, with what each has paid and their refunds. */
import { eq, sql } from "drizzle-orm";
import { checkouts, orders } from "../../db/order-tables.ts";
import { orderRefunds } from "../../db/payment-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { sharesOfOrders } from "../checkouts/totals.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import type { RefundableOrder } from "./refunds.ts";

export type OrderRefundRow = typeof orderRefunds.$inferSelect;

export interface PaidOrders {
	/** The first order first. */
	orders: OrderRow[];
	refunds: OrderRefundRow[];
	/** The part of the payment that an order has paid, with its part of shipping and tax. */
	paidCentsOf: (orderId: string) => number;
}

/** Reads the orders that a payment has paid; none if it has paid none. */
export async function readPaidOrders(intentId: string): Promise<PaidOrders> {
	const db = database();
	const {
		checkout: [checkout],
		paid,
		refunds,
	} = await batch({
		checkout: db.select().from(checkouts).where(eq(checkouts.transactionId, intentId)),
		paid: db.select().from(orders).where(eq(orders.transactionId, intentId)).orderBy(orders.number),
		refunds: db.select().from(orderRefunds).where(eq(orderRefunds.intentId, intentId)),
	});
	const items = paid.map(({ totalCents }) => totalCents);
	const shares = checkout ? sharesOfOrders(checkout, items) : [];
	const paidCents = new Map(
		paid.map(({ id, totalCents }, index) => [id, shares[index]?.totalCents ?? totalCents]),
	);
	return { orders: paid, refunds, paidCentsOf: (orderId) => paidCents.get(orderId) ?? 0 };
}

/** The sum of an order's refunds of a status. */
export function sumOfRefunds(
	refunds: readonly OrderRefundRow[],
	orderId: string,
	status: OrderRefundRow["status"],
): number {
	return refunds
		.filter((refund) => refund.orderId === orderId && refund.status === status)
		.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The orders of a payment with their sums. */
export function toRefundable({ orders, refunds, paidCentsOf }: PaidOrders): RefundableOrder[] {
	return orders.map(({ id }) => ({
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
export function updateRefundSums(orderId: string, paidCents: number) {
	const sum = (status: string) =>
		sql`(select coalesce(sum(${orderRefunds.amountCents}), 0) from ${orderRefunds} where ${orderRefunds.orderId} = ${orders.id} and ${orderRefunds.status} = ${status})`;
	const newestFailed = sql`(select ${orderRefunds.amountCents} * (${orderRefunds.status} = 'failed') from ${orderRefunds} where ${orderRefunds.orderId} = ${orders.id} order by ${orderRefunds.createdAt} desc, ${orderRefunds}.rowid desc limit 1)`;
	return database()
		.update(orders)
		.set({
			refundedCents: sum("done"),
			refundDueCents: sum("due"),
			refundFailedCents: sql`coalesce(${newestFailed}, 0)`,
			refundedAt: sql`case when ${sum("done")} >= ${paidCents} then coalesce(${orders.refundedAt}, ${Date.now()}) end`,
		})
		.where(eq(orders.id, orderId));
}
