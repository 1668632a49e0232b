/** Compares what Stripe Tax reports with the shop's paid orders and their refunds. */
import type Stripe from "stripe";
import * as v from "valibot";
import { formatAmount } from "../../src/config/currencies.ts";
import { sqlString } from "../../src/db/row-rule.ts";
import { jobGraceMs } from "../../src/shop/health/health.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** How many orders are compared with Stripe, the newest: Stripe has no list of tax transactions. */
const maxCompared = 100;

const orderSchema = v.object({
	id: v.string(),
	currency: v.string(),
	cents: v.number(),
	taxCents: v.number(),
	transactionId: v.string(),
});
type OrderRow = v.InferOutput<typeof orderSchema>;

const refundSchema = v.object({
	id: v.string(),
	orderId: v.string(),
	cents: v.number(),
	reversalId: v.nullable(v.string()),
	undoId: v.nullable(v.string()),
});
type RefundRow = v.InferOutput<typeof refundSchema>;

/**
 * Checks that every paid order with Stripe Tax has a tax transaction and every refund of it a reversal,
 * and for the newest ones that Stripe has the same amounts. A shop without Stripe Tax has none.
 */
export async function checkTaxes(
	query: RunQuery,
	connectStripe: () => Promise<Stripe>,
	now = Date.now(),
): Promise<Check> {
	const findings = [
		...(await ordersWithoutTransaction(query, now)),
		...(await refundsWithoutReversal(query, now)),
	];
	const orders = await rows(
		query,
		`select id, currency, total_cents as cents, tax_cents + included_tax_cents as taxCents, tax_transaction_id as transactionId from orders where tax_transaction_id is not null order by paid_at desc limit ${maxCompared}`,
		orderSchema,
	);
	if (orders.length > 0) {
		const ids = orders.map(({ id }) => sqlString(id)).join(", ");
		const refunds = await rows(
			query,
			`select id, order_id as orderId, amount_cents as cents, tax_reversal_id as reversalId, tax_undo_id as undoId from refunds where tax_reversal_id is not null and order_id in (${ids})`,
			refundSchema,
		);
		const stripe = await connectStripe();
		for (const order of orders) {
			const own = refunds.filter(({ orderId }) => orderId === order.id);
			findings.push(...(await compare(stripe, order, own)));
		}
	}
	const checked = await count(query, "orders", "tax_calculation_id is not null");
	return checkResult("taxes", checked, findings);
}

const idSchema = v.object({ id: v.string() });

async function ordersWithoutTransaction(query: RunQuery, now: number): Promise<Finding[]> {
	const matches = await rows(
		query,
		`select id from orders where tax_calculation_id is not null and tax_transaction_id is null and paid_at < ${now - jobGraceMs}`,
		idSchema,
	);
	const message = "is paid, but has no tax transaction at Stripe";
	return matches.map(({ id }) => ({ subject: id, message, fix: { by: "job" } }));
}

async function refundsWithoutReversal(query: RunQuery, now: number): Promise<Finding[]> {
	const isLate = `coalesce(done_at, created_at) < ${now - jobGraceMs}`;
	const taxed = "order_id in (select id from orders where tax_calculation_id is not null)";
	const matches = await rows(
		query,
		`select id, order_id as orderId, status, tax_due_at is not null as isDue from refunds where ${isLate} and reason <> 'not_awaited' and ${taxed} and (status = 'done' and tax_reversal_id is null or status = 'failed' and tax_reversal_id is not null and tax_undo_id is null)`,
		v.object({ id: v.string(), orderId: v.string(), status: v.string(), isDue: v.number() }),
	);
	return matches.map(({ id, orderId, status, isDue }): Finding => {
		const problem =
			status === "done"
				? "has no reversal of its tax at Stripe"
				: "has failed, but the reversal of its tax at Stripe is not undone";
		const makeDue = `update refunds set tax_due_at = 0 where id = ${sqlString(id)} and tax_due_at is null`;
		return {
			subject: id,
			message: `of order ${orderId} ${problem}`,
			// The job finds those that are due.
			fix: isDue ? { by: "job" } : { by: "sql", statements: [makeDue] },
		};
	});
}

/** Compares the amounts of an order and of its refunds with those at Stripe. */
async function compare(
	stripe: Stripe,
	{ id, currency, cents, taxCents, transactionId }: OrderRow,
	refunds: readonly RefundRow[],
): Promise<Finding[]> {
	const findings: Finding[] = [];
	const reported = await reportedBy(stripe, transactionId);
	const inFull = (amount: number, tax: number) =>
		`${formatAmount(amount, currency)} with ${formatAmount(tax, currency)} tax`;
	if (reported.cents !== cents || reported.taxCents !== taxCents) {
		findings.push({
			subject: id,
			message: `costs ${inFull(cents, taxCents)}, but Stripe Tax reports ${inFull(reported.cents, reported.taxCents)}`,
		});
	}
	for (const { id: refundId, cents: amount, reversalId, undoId } of refunds) {
		let net = 0;
		for (const one of [reversalId, undoId]) {
			if (one !== null) net += (await reportedBy(stripe, one)).cents;
		}
		const expected = undoId === null ? -amount : 0;
		if (net === expected) continue;
		findings.push({
			subject: refundId,
			message: `of order ${id} takes ${formatAmount(-expected, currency)} off what Stripe Tax reports, but Stripe has ${formatAmount(-net, currency)}`,
		});
	}
	return findings;
}

/** What a tax transaction or a reversal reports: the amount with its tax, and the tax in it. */
async function reportedBy(
	stripe: Stripe,
	transactionId: string,
): Promise<{ cents: number; taxCents: number }> {
	const sum = { cents: 0, taxCents: 0 };
	const add = (item: { amount: number; amount_tax: number; tax_behavior: string }) => {
		sum.cents += item.amount + (item.tax_behavior === "exclusive" ? item.amount_tax : 0);
		sum.taxCents += item.amount_tax;
	};
	const { shipping_cost } = await stripe.tax.transactions.retrieve(transactionId);
	if (shipping_cost) add(shipping_cost);
	for await (const line of stripe.tax.transactions.listLineItems(transactionId, { limit: 100 }))
		add(line);
	return sum;
}
