/** Creates the tax transactions of paid checkouts at Stripe, once each. Only shops with Stripe Tax have any. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { checkouts, isTaxDue } from "../../db/order-tables.ts";
import { nextAttemptAt } from "../../platform/backoff.ts";
import type { DueRows } from "../../platform/claim-due.ts";
import { database } from "../../platform/database.ts";
import { createTaxTransaction } from "./stripe-tax.server.ts";

/**
 * Creates the tax transaction of a paid checkout, if it is due, and stores its id. Returns the id of the
 * checkout's tax transaction, or undefined if it has none. Safe to repeat, also after a crash. Throws
 * Stripe's errors (`payments_*`).
 */
export async function recordTax(checkoutId: string): Promise<string | undefined> {
	const db = database();
	const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
	if (!checkout) return undefined;
	const { transactionId, taxCalculationId, taxTransactionId, taxFailures } = checkout;
	if (taxTransactionId || !taxCalculationId || !transactionId) return taxTransactionId ?? undefined;
	const created = await createTaxTransaction(checkoutId, taxCalculationId, taxFailures);
	await db
		.update(checkouts)
		.set({ taxTransactionId: created, taxDueAt: null, taxFailures: 0 })
		.where(and(eq(checkouts.id, checkoutId), isNull(checkouts.taxTransactionId)));
	return created;
}

/** Paid checkouts without a tax transaction, for the scheduled job. */
export const dueTaxes: DueRows = {
	table: checkouts,
	id: checkouts.id,
	dueAt: checkouts.taxDueAt,
	unscheduled: { dueAt: checkouts.paidAt, isOpen: isTaxDue, index: "checkouts_tax_due" },
};

/** Delays the next attempt after a failure, with exponential backoff. */
export async function postponeTax(checkoutId: string): Promise<void> {
	await database()
		.update(checkouts)
		.set({
			taxDueAt: nextAttemptAt(checkouts.taxFailures),
			taxFailures: sql`${checkouts.taxFailures} + 1`,
		})
		.where(and(eq(checkouts.id, checkoutId), isTaxDue));
}
