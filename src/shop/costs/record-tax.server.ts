/** Creates the tax transactions of paid orders at Stripe, once each. Only shops with Stripe Tax have any. */
import { and, eq, isNull } from "drizzle-orm";
import { isTaxDue, orders } from "../../db/order-tables.ts";
import type { RetriedRows } from "../../platform/database/claim-due.ts";
import { database } from "../../platform/database/database.ts";
import { createTaxTransaction } from "./stripe-tax.server.ts";

/**
 * Creates the tax transaction of a paid order, if it is due, and stores its id. Returns the id of the
 * order's tax transaction, or undefined if it has none. Safe to repeat, also after a crash. Throws
 * Stripe's errors (`payments_*`).
 */
export async function recordTax(orderId: string): Promise<string | undefined> {
	const db = database();
	const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
	if (!order) return undefined;
	const { transactionId, taxCalculationId, taxTransactionId, taxFailures } = order;
	if (taxTransactionId || !taxCalculationId || !transactionId) return taxTransactionId ?? undefined;
	const created = await createTaxTransaction(orderId, taxCalculationId, taxFailures);
	await db
		.update(orders)
		.set({ taxTransactionId: created, taxDueAt: null, taxFailures: 0 })
		.where(and(eq(orders.id, orderId), isNull(orders.taxTransactionId)));
	return created;
}

/** Paid orders without a tax transaction, for the scheduled job. */
export const dueTaxes: RetriedRows = {
	table: orders,
	id: orders.id,
	dueAt: orders.taxDueAt,
	failures: orders.taxFailures,
	unscheduled: { dueAt: orders.paidAt, isOpen: isTaxDue, index: "orders_tax_due" },
};
