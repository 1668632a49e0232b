/** Compares Stripe's payments and refunds with the shop's orders. */
import type Stripe from "stripe";
import * as v from "valibot";
import { openOrder } from "../../src/db/order-conditions.ts";
import { formatAmount } from "../../src/shop/currencies.ts";
import { type RunQuery, rows, sqlString } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** How far back payments are checked, in days, unless an older order is still open. */
const defaultDays = 30;

const dayMs = 24 * 60 * 60_000;

const orderSchema = v.object({
	id: v.string(),
	total: v.number(),
	currency: v.string(),
	intent: v.nullable(v.string()),
	paidBy: v.nullable(v.string()),
	closedAt: v.nullable(v.number()),
	refundedAt: v.nullable(v.number()),
	createdAt: v.number(),
});
type OrderRow = v.InferOutput<typeof orderSchema>;

const orderColumns =
	"select id, total_cents as total, currency, payment_intent_id as intent, transaction_id as paidBy, closed_at as closedAt, refunded_at as refundedAt, created_at as createdAt from orders";

const refundSchema = v.object({ intent: v.string(), done: v.nullable(v.number()) });

/**
 * Checks that every succeeded payment has one paid order or was refunded, that every paid order has its
 * payment, and that orders whose payment was refunded show so.
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
		"select intent_id as intent, done_at as done from refunds",
		refundSchema,
	);
	const refunds = await listRefunds(stripe, since);
	const findings = [
		...succeeded.flatMap((intent) => {
			const refundedCents = refunds.get(intent.id) ?? 0;
			const dueRefund = dueRefunds.find((one) => one.intent === intent.id);
			return checkIntent(
				intent,
				orders.get(intent.metadata.orderId ?? ""),
				refundedCents,
				dueRefund,
			);
		}),
		...paidWithoutPayment(orders, succeeded, since),
	];
	return checkResult("payments", intents.length, findings);
}

/** The timestamp from which everything is checked, in UTC milliseconds. */
async function lookbackStart(query: RunQuery, defaultStart: number): Promise<number> {
	const sql = `select min(created_at) as oldest from orders where ${openOrder()}`;
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

/** The orders created since then, and those that the payments name, by id. */
async function loadOrders(
	query: RunQuery,
	since: number,
	intents: Stripe.PaymentIntent[],
): Promise<Map<string, OrderRow>> {
	const orderRows = await rows(query, `${orderColumns} where created_at >= ${since}`, orderSchema);
	const knownIds = new Set(orderRows.map(({ id }) => id));
	const namedIds = new Set(intents.map(({ metadata }) => metadata.orderId ?? ""));
	const missingIds = [...namedIds].filter((id) => id !== "" && !knownIds.has(id));
	for (let from = 0; from < missingIds.length; from += 100) {
		const ids = missingIds.slice(from, from + 100).map(sqlString);
		orderRows.push(
			...(await rows(query, `${orderColumns} where id in (${ids.join(", ")})`, orderSchema)),
		);
	}
	return new Map(orderRows.map((order) => [order.id, order]));
}

function checkIntent(
	intent: Stripe.PaymentIntent,
	order: OrderRow | undefined,
	refundedCents: number,
	dueRefund: v.InferOutput<typeof refundSchema> | undefined,
): Finding[] {
	const { id: subject, amount_received: received } = intent;
	const currency = intent.currency.toUpperCase();
	// The payment belongs to another business on the same Stripe account.
	if (!intent.metadata.orderId) return [];
	const finding = (message: string): Finding[] => [{ subject, message }];
	if (dueRefund && dueRefund.done !== null && refundedCents === 0) {
		return finding("is recorded as refunded, but Stripe has no refund of it");
	}
	if (!order) return refundedCents > 0 ? [] : finding("pays an order that this shop does not have");
	if (order.paidBy === intent.id) return checkPayingIntent(subject, order, refundedCents);
	if (refundedCents > 0 && refundedCents < received)
		return finding(
			`was refunded only in part, ${formatAmount(refundedCents, currency)} of ${formatAmount(received, currency)}`,
		);
	if (refundedCents > 0 || dueRefund) return [];
	if (received !== order.total || currency !== order.currency) {
		const paid = formatAmount(received, currency);
		const total = formatAmount(order.total, order.currency);
		return finding(`paid ${paid} for order ${order.id}, which costs ${total}`);
	}
	const message = order.paidBy
		? `paid order ${order.id} a second time, and is neither refunded nor due`
		: order.closedAt !== null
			? `paid order ${order.id}, which is closed, and is neither refunded nor due`
			: `paid order ${order.id}, which is still unpaid here`;
	return [{ subject, message, fix: { by: "event", intentId: intent.id } }];
}

/** Checks the payment of a paid order. A partial refund is fine; a full one must show on the order. */
function checkPayingIntent(subject: string, order: OrderRow, refundedCents: number): Finding[] {
	const shownAsRefunded = order.refundedAt !== null;
	if (shownAsRefunded === refundedCents >= order.total) return [];
	const message = shownAsRefunded
		? `pays order ${order.id}, which is shown as refunded, but only ${formatAmount(refundedCents, order.currency)} of ${formatAmount(order.total, order.currency)} were refunded`
		: `pays order ${order.id} and was refunded, but the order is not shown as refunded`;
	return [{ subject, message }];
}

/** Orders created since then that are paid here but not at Stripe. */
function paidWithoutPayment(
	orders: Map<string, OrderRow>,
	succeeded: Stripe.PaymentIntent[],
	since: number,
): Finding[] {
	const intentsById = new Map(succeeded.map((intent) => [intent.id, intent]));
	return [...orders.values()]
		.filter(({ paidBy, createdAt }) => paidBy !== null && createdAt >= since)
		.flatMap(({ id, paidBy, total, currency }): Finding[] => {
			const intent = intentsById.get(paidBy ?? "");
			if (!intent)
				return [{ subject: id, message: `is paid here by ${paidBy}, but not at Stripe` }];
			const paid = formatAmount(intent.amount_received, intent.currency.toUpperCase());
			const due = formatAmount(total, currency);
			if (paid === due) return [];
			return [{ subject: id, message: `costs ${due}, but ${paid} was paid` }];
		});
}
