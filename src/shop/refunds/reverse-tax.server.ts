/** Reverses the tax of refunds at Stripe, once each. Only shops with Stripe Tax have any. */
import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import { orders } from "../../db/order-tables.ts";
import { refunds } from "../../db/payment-tables.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import type { RetriedRows } from "../../platform/database/claim-due.ts";
import { database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/services/background.ts";
import { send } from "../../platform/services/queues.ts";
import { isRejectedByStripe } from "../../platform/services/stripe.ts";
import { recordTax } from "../costs/record-tax.server.ts";
import { reverseTax, undoTaxReversal } from "../costs/stripe-tax.server.ts";

type RefundRow = typeof refunds.$inferSelect;

/**
 * When the tax of a refund that is done now is due to be reversed, as an expression: null if its order
 * has no tax of Stripe. Until then the queue does it; afterwards the job does.
 */
export function taxDueAt(orderId: unknown) {
	return sql`case when exists (select 1 from ${orders} where ${orders.id} = ${orderId} and ${orders.taxCalculationId} is not null) then ${Date.now() + baseDelayMs} end`;
}

/** What a refund refunds of lines, but of gift cards: Stripe Tax does not know of these. With the names of all tables, which a query of one leaves out. */
const taxedCents = sql
	.raw(
		"(select coalesce(sum(part.amount_cents), 0) from refund_lines as part join order_lines on order_lines.id = part.line_id where part.refund_id = refunds.id and order_lines.gift_codes is null)",
	)
	.mapWith(Number)
	.as("taxed_cents");

/** A refund that a statement has stored as done or as failed. */
type ChangedRefund = Pick<RefundRow, "id" | "taxDueAt">;

/** Queues the reversal of the tax of refunds, or its undoing, after the response. */
export function sendTaxReversals(changed: readonly ChangedRefund[]): void {
	for (const { id, taxDueAt } of changed) {
		if (taxDueAt) inBackground(send("payments", { task: "tax_reversal", id }));
	}
}

/**
 * Reverses the tax of a refund, if that is due, and stores the reversal's id; of a refund that has failed
 * since, also undoes it. Records the tax of its order first, if that is not done. Safe to repeat, also
 * after a crash. Throws Stripe's errors (`payments_*`).
 */
export async function reverseTaxOfRefund(id: string): Promise<void> {
	const db = database();
	const isDue = and(eq(refunds.id, id), isNotNull(refunds.taxDueAt));
	const [found] = await db
		.select({ ...getTableColumns(refunds), taxedCents })
		.from(refunds)
		.where(isDue);
	if (!found) return;
	const { taxedCents: amountCents, ...refund } = found;
	// A refund of gift cards alone, or overpaid, has no tax.
	if (amountCents === 0) {
		await db.update(refunds).set({ taxDueAt: null }).where(isDue);
		return;
	}
	const taxTransactionId = await recordTax(refund.orderId);
	if (!taxTransactionId) return;
	const taxReversalId = await reversalOf({ ...refund, amountCents }, taxTransactionId);
	if (!taxReversalId) {
		await db.update(refunds).set({ taxDueAt: null }).where(isDue);
		return;
	}
	// It may fail in this moment: then the reversal is to be undone, and stays due.
	const [reversed] = await db
		.update(refunds)
		.set({
			taxReversalId,
			taxDueAt: sql`case when ${refunds.status} = 'failed' then ${refunds.taxDueAt} end`,
		})
		.where(isDue)
		.returning({ status: refunds.status });
	if (reversed?.status !== "failed") return;
	const taxUndoId = await undoTaxReversal(id, taxReversalId, refund.taxFailures);
	await db.update(refunds).set({ taxUndoId, taxDueAt: null }).where(isDue);
}

/**
 * Returns the id of a refund's reversal, made now if it is not known: its response may have been lost.
 * Undefined if a refund that has failed has none: others have reversed the rest since, so Stripe rejects it.
 */
async function reversalOf(
	{ id, status, amountCents, taxReversalId, taxFailures }: RefundRow,
	taxTransactionId: string,
): Promise<string | undefined> {
	if (taxReversalId) return taxReversalId;
	try {
		return await reverseTax({ refundId: id, taxTransactionId, amountCents }, taxFailures);
	} catch (error) {
		if (status === "failed" && isRejectedByStripe(error)) return undefined;
		throw error;
	}
}

/** Refunds whose tax is to be reversed, for the scheduled job. */
export const dueTaxReversals: RetriedRows = {
	table: refunds,
	id: refunds.id,
	dueAt: refunds.taxDueAt,
	failures: refunds.taxFailures,
};
