/** Compares what Stripe Tax reports with what the shop was paid and has refunded. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect } from "vitest";
import { callStripe } from "./payments.ts";

/** An amount, tax included, and the tax in it. */
export interface TaxedAmount {
	cents: number;
	taxCents: number;
}

/** What a tax transaction or a reversal at Stripe reports. */
export async function reportedBy(id: string): Promise<TaxedAmount> {
	const { shipping_cost } = await callStripe<Stripe.Tax.Transaction>(`tax/transactions/${id}`);
	const { data } = await callStripe<Stripe.ApiList<Stripe.Tax.TransactionLineItem>>(
		`tax/transactions/${id}/line_items?limit=100`,
	);
	const items = [...data, ...(shipping_cost ? [shipping_cost] : [])];
	return {
		cents: sum(
			items.map((item) => item.amount + (item.tax_behavior === "exclusive" ? item.amount_tax : 0)),
		),
		taxCents: sum(items.map((item) => item.amount_tax)),
	};
}

interface TaxRow {
	id: string;
	taxTransactionId: string | null;
	paid: number;
	totalCents: number;
	taxCents: number;
}

interface RefundRow {
	id: string;
	amountCents: number;
	status: "due" | "done" | "failed";
	reversalId: string | null;
	undoId: string | null;
	taxDueAt: number | null;
}

/**
 * Checks every order whose tax Stripe calculated, once no job is due: a paid one has one tax transaction
 * of its total and tax without gift cards, and an unpaid one has none; each refund has one reversal of its amount, and one that
 * failed has none that was not undone. So what Stripe Tax reports is what was paid less what was refunded,
 * and its tax once all of it was refunded is nothing. Returns how many orders it has checked: those of
 * `ids`, or all.
 */
export async function checkTaxLedger(ids?: readonly string[]): Promise<number> {
	const { results } = await env.DB.prepare(
		"select id, tax_transaction_id as taxTransactionId, transaction_id is not null as paid, total_cents - (select coalesce(sum(total_cents), 0) from order_lines where order_id = orders.id and gift_codes is not null and closed_at is null) as totalCents, tax_cents + included_tax_cents as taxCents from orders where tax_calculation_id is not null and (?1 is null or id in (select value from json_each(?1)))",
	)
		.bind(ids ? JSON.stringify(ids) : null)
		.all<TaxRow>();
	for (const order of results) await checkTaxOf(order);
	return results.length;
}

async function checkTaxOf(order: TaxRow): Promise<void> {
	const { id, taxTransactionId, paid, totalCents, taxCents } = order;
	expect(taxTransactionId !== null, `the tax transaction of ${id}`).toBe(paid === 1);
	if (!taxTransactionId) return;
	const transaction = await reportedBy(taxTransactionId);
	expect(transaction, id).toEqual({ cents: totalCents, taxCents });
	const reported: TaxedAmount[] = [transaction];
	let paidCents = totalCents;
	for (const refund of await refundsOf(id)) {
		const { amountCents, status, reversalId, undoId, taxDueAt } = refund;
		expect(taxDueAt, `the due tax of refund ${refund.id}`).toBeNull();
		expect(undoId !== null, `the undone reversal of ${refund.id}`).toBe(
			status === "failed" && reversalId !== null,
		);
		if (status === "done") {
			expect(reversalId === null, `the reversal of ${refund.id}`).toBe(amountCents === 0);
			paidCents -= amountCents;
		}
		const made = await Promise.all(
			[reversalId, undoId].flatMap((one) => one ?? []).map(reportedBy),
		);
		for (const [index, { cents }] of made.entries())
			expect(cents, refund.id).toBe(index === 0 ? -amountCents : amountCents);
		reported.push(...made);
	}
	expect(sum(reported.map(({ cents }) => cents)), `reported of ${id}`).toBe(paidCents);
	if (paidCents === 0)
		expect(sum(reported.map((one) => one.taxCents)), `tax reported of ${id}`).toBe(0);
}

/**
 * The refunds of what the order has paid for taxed lines, without gift cards and what was overpaid: no tax was recorded of a
 * payment that no order awaited.
 */
async function refundsOf(orderId: string): Promise<RefundRow[]> {
	const { results } = await env.DB.prepare(
		"select id, (select coalesce(sum(refund_lines.amount_cents), 0) from refund_lines join order_lines on order_lines.id = line_id where refund_id = refunds.id and gift_codes is null) as amountCents, status, tax_reversal_id as reversalId, tax_undo_id as undoId, tax_due_at as taxDueAt from refunds where order_id = ? and reason <> 'not_awaited'",
	)
		.bind(orderId)
		.all<RefundRow>();
	return results;
}

function sum(amounts: readonly number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}
