/** Compares Stripe's payments and refunds with the shop's orders. */
import type Stripe from "stripe";
import * as v from "valibot";
import { sqlString } from "../../src/db/row-rule.ts";
import { isPaidByCards } from "../../src/shop/gift-cards/gift-cards.ts";
import { isOpen } from "../../src/shop/orders/order-conditions.ts";
import {
	comparedOrderColumns,
	comparePaidOrder,
	comparePayment,
	type OwedRefund,
	type PaymentFacts,
} from "../../src/shop/payments/compare-payment.ts";
import { type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** How far back payments are checked, in days, unless an older order is still open. */
const defaultDays = 30;

const dayMs = 24 * 60 * 60_000;

const orderSchema = v.object({
	id: v.string(),
	total: v.number(),
	currency: v.string(),
	paidBy: v.nullable(v.string()),
	closedAt: v.nullable(v.number()),
	refundedAt: v.nullable(v.number()),
	refunded: v.number(),
	createdAt: v.number(),
});
type OrderRow = v.InferOutput<typeof orderSchema>;

const orderColumns = `select ${comparedOrderColumns}, created_at as createdAt from orders`;

const refundSchema = v.object({ intent: v.string(), done: v.nullable(v.number()) });

/**
 * Checks that every succeeded payment has one paid order or was refunded, that every paid order
 * has its payment, and that lines show what Stripe has refunded: what is left of a payment is what
 * Stripe holds.
 */
export async function checkPayments(
	query: RunQuery,
	stripe: Stripe,
	days = defaultDays,
	now = Date.now(),
): Promise<Check> {
	const since = await lookbackStart(query, now - days * dayMs);
	const intents = await listIntents(stripe, since);
	const succeeded = intents.filter(({ status }) => status === "succeeded");
	const orders = await loadOrders(query, since, succeeded);
	const dueRefunds = await rows(
		query,
		"select id as intent, done_at as done from refunds where reason = 'not_awaited'",
		refundSchema,
	);
	const refunds = await listRefunds(stripe, since);
	const findings = [
		...intents.flatMap((intent) => {
			const dueRefund = dueRefunds.find((one) => one.intent === intent.id);
			const payment = toFacts(intent, refunds.get(intent.id) ?? 0);
			return checkIntent(payment, orders.get(payment.orderId), dueRefund);
		}),
		...paidWithoutPayment(orders, succeeded, since),
	];
	return checkResult("payments", intents.length, findings);
}

/** The timestamp from which everything is checked, in UTC milliseconds. */
async function lookbackStart(query: RunQuery, defaultStart: number): Promise<number> {
	const sql = `select min(created_at) as oldest from orders where ${isOpen.sql("orders")}`;
	const [oldestOpen] = await rows(query, sql, v.object({ oldest: v.nullable(v.number()) }));
	return Math.min(defaultStart, oldestOpen?.oldest ?? defaultStart);
}

async function listIntents(stripe: Stripe, since: number): Promise<Stripe.PaymentIntent[]> {
	const created = { gte: Math.floor(since / 1000) };
	const intents: Stripe.PaymentIntent[] = [];
	for await (const intent of stripe.paymentIntents.list({ created, limit: 100 }))
		intents.push(intent);
	return intents;
}

/** The cents refunded by payment id, pending refunds included. */
async function listRefunds(stripe: Stripe, since: number): Promise<Map<string, number>> {
	const created = { gte: Math.floor(since / 1000) };
	const centsByIntent = new Map<string, number>();
	for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
		if (refund.status === "failed" || refund.status === "canceled") continue;
		const intentRef = refund.payment_intent;
		const id = typeof intentRef === "string" ? intentRef : intentRef?.id;
		if (id) centsByIntent.set(id, (centsByIntent.get(id) ?? 0) + refund.amount);
	}
	return centsByIntent;
}

/** The id of a payment's order, or of its line, which is the same for a line that was bought alone. */
function orderIdOf({ metadata }: Stripe.PaymentIntent): string {
	return metadata.orderId ?? "";
}

/** The orders created since then, and those that the payments name, by id. */
async function loadOrders(
	query: RunQuery,
	since: number,
	intents: Stripe.PaymentIntent[],
): Promise<Map<string, OrderRow>> {
	const orderRows = await rows(query, `${orderColumns} where created_at >= ${since}`, orderSchema);
	const knownIds = new Set(orderRows.map(({ id }) => id));
	const namedIds = new Set(intents.map(orderIdOf));
	const missingIds = [...namedIds].filter((id) => id !== "" && !knownIds.has(id));
	for (let from = 0; from < missingIds.length; from += 100) {
		const ids = missingIds.slice(from, from + 100).map(sqlString);
		orderRows.push(
			...(await rows(query, `${orderColumns} where id in (${ids.join(", ")})`, orderSchema)),
		);
	}
	return new Map(orderRows.map((order) => [order.id, order]));
}

/** What the doctor compares of a payment. */
function toFacts(intent: Stripe.PaymentIntent, refundedCents: number): PaymentFacts {
	return {
		id: intent.id,
		status: intent.status,
		receivedCents: intent.amount_received,
		currency: intent.currency.toUpperCase(),
		orderId: orderIdOf(intent),
		refundedCents,
	};
}

function checkIntent(
	payment: PaymentFacts,
	order: OrderRow | undefined,
	dueRefund: OwedRefund | undefined,
): Finding[] {
	const found = comparePayment(payment, order, dueRefund);
	if (!found) return [];
	const { message, isMissed } = found;
	return [
		{
			subject: payment.id,
			message,
			...(isMissed && { fix: { by: "event", intentId: payment.id } }),
		},
	];
}

/** Orders created since then that are paid here but not at Stripe. */
function paidWithoutPayment(
	orders: Map<string, OrderRow>,
	succeeded: Stripe.PaymentIntent[],
	since: number,
): Finding[] {
	const intentsById = new Map(succeeded.map((intent) => [intent.id, intent]));
	return [...orders.values()]
		.filter(
			({ paidBy, createdAt }) => paidBy !== null && !isPaidByCards(paidBy) && createdAt >= since,
		)
		.flatMap(({ id, paidBy, total, currency }): Finding[] => {
			const intent = intentsById.get(paidBy ?? "");
			const message = comparePaidOrder({ paidBy, total, currency }, intent && toFacts(intent, 0));
			return message === undefined ? [] : [{ subject: id, message }];
		});
}
