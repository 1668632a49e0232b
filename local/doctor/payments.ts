/** What Stripe says against what the shop has written down. */
import type Stripe from "stripe";
import * as v from "valibot";
import { type Ask, quoted, rows } from "./checks.ts";
import { type Check, type Finding, made } from "./findings.ts";

/** How far back payments are looked at, in days, unless an older order is still open. */
export const standardDays = 30;

const dayMs = 24 * 60 * 60_000;

const orderShape = v.object({
	id: v.string(),
	total: v.number(),
	intent: v.nullable(v.string()),
	paidBy: v.nullable(v.string()),
	closedAt: v.nullable(v.number()),
	refundedAt: v.nullable(v.number()),
	createdAt: v.number(),
});
type OrderRow = v.InferOutput<typeof orderShape>;

const columns =
	"select id, total_cents as total, payment_intent_id as intent, transaction_id as paidBy, closed_at as closedAt, refunded_at as refundedAt, created_at as createdAt from orders";

const refundShape = v.object({ intent: v.string(), done: v.nullable(v.number()) });

/**
 * Every payment that went through has one paid order or went back, every paid order has its payment,
 * and those whose payment went back are shown as refunded.
 */
export async function checkPayments(
	ask: Ask,
	stripe: Stripe,
	days = standardDays,
	now = Date.now(),
): Promise<Check> {
	const since = await oldestNeeded(ask, now - days * dayMs);
	const intents = await listIntents(stripe, since);
	const succeeded = intents.filter(({ status }) => status === "succeeded");
	const orders = await ordersOf(ask, since, succeeded);
	const owed = await rows(
		ask,
		"select intent_id as intent, done_at as done from refunds",
		refundShape,
	);
	const refunds = await listRefunds(stripe, since);
	const findings = [
		...succeeded.flatMap((intent) => {
			const back = refunds.get(intent.id) ?? 0;
			const record = owed.find((one) => one.intent === intent.id);
			return judge(intent, orders.get(intent.metadata.orderId ?? ""), back, record);
		}),
		...paidWithout(orders, succeeded, since),
	];
	return made("payments", intents.length, findings);
}

/** The moment from which on everything is looked at, in UTC milliseconds. */
async function oldestNeeded(ask: Ask, wanted: number): Promise<number> {
	const sql =
		"select min(created_at) as oldest from orders where transaction_id is null and closed_at is null";
	const [open] = await rows(ask, sql, v.object({ oldest: v.nullable(v.number()) }));
	return Math.min(wanted, open?.oldest ?? wanted);
}

async function listIntents(stripe: Stripe, since: number): Promise<Stripe.PaymentIntent[]> {
	const created = { gte: Math.floor(since / 1000) };
	const found: Stripe.PaymentIntent[] = [];
	for await (const intent of stripe.paymentIntents.list({ created, limit: 100 }))
		found.push(intent);
	return found;
}

/** How many cents of each payment went back, or are on their way. */
async function listRefunds(stripe: Stripe, since: number): Promise<Map<string, number>> {
	const created = { gte: Math.floor(since / 1000) };
	const found = new Map<string, number>();
	for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
		if (refund.status === "failed" || refund.status === "canceled") continue;
		const of = refund.payment_intent;
		const id = typeof of === "string" ? of : of?.id;
		if (id) found.set(id, (found.get(id) ?? 0) + refund.amount);
	}
	return found;
}

/** The orders made since then, and those that the payments name. */
async function ordersOf(
	ask: Ask,
	since: number,
	intents: Stripe.PaymentIntent[],
): Promise<Map<string, OrderRow>> {
	const found = await rows(ask, `${columns} where created_at >= ${since}`, orderShape);
	const known = new Set(found.map(({ id }) => id));
	const named = new Set(intents.map(({ metadata }) => metadata.orderId ?? ""));
	const missing = [...named].filter((id) => id !== "" && !known.has(id));
	for (let from = 0; from < missing.length; from += 100) {
		const ids = missing.slice(from, from + 100).map(quoted);
		found.push(...(await rows(ask, `${columns} where id in (${ids.join(", ")})`, orderShape)));
	}
	return new Map(found.map((order) => [order.id, order]));
}

function judge(
	intent: Stripe.PaymentIntent,
	order: OrderRow | undefined,
	back: number,
	record: v.InferOutput<typeof refundShape> | undefined,
): Finding[] {
	const { id: subject, amount_received: received } = intent;
	// Another business of the same Stripe account.
	if (!intent.metadata.orderId) return [];
	const say = (says: string): Finding[] => [{ subject, says }];
	if (record && record.done !== null && back === 0) {
		return say("is written down as paid back, but Stripe has no refund of it");
	}
	if (!order) return back > 0 ? [] : say("pays an order that this shop does not have");
	if (order.paidBy === intent.id) return judgePaying(subject, order, back);
	if (back > 0 && back < received)
		return say(`went back only in part, ${back} of ${received} cents`);
	if (back > 0 || record) return [];
	if (received !== order.total || intent.currency !== "usd") {
		const paid = `${received} ${intent.currency}`;
		return say(`paid ${paid} for order ${order.id}, which costs ${order.total} usd`);
	}
	const says = order.paidBy
		? `paid order ${order.id} a second time, and is neither back nor owed`
		: order.closedAt !== null
			? `paid order ${order.id}, which is closed, and is neither back nor owed`
			: `paid order ${order.id}, which is still unpaid here`;
	return [{ subject, says, mend: { by: "event", intentId: intent.id } }];
}

/** A payment that pays an order: a part of it may have gone back, all of it only where the order says so. */
function judgePaying(subject: string, order: OrderRow, back: number): Finding[] {
	const refunded = order.refundedAt !== null;
	if (refunded === back >= order.total) return [];
	const says = refunded
		? `pays order ${order.id}, which is shown as refunded, but only ${back} of ${order.total} cents went back`
		: `pays order ${order.id} and went back, but the order is not shown as refunded`;
	return [{ subject, says }];
}

/** Orders of the time looked at that are paid here but not at Stripe. */
function paidWithout(
	orders: Map<string, OrderRow>,
	succeeded: Stripe.PaymentIntent[],
	since: number,
): Finding[] {
	const paying = new Map(succeeded.map((intent) => [intent.id, intent]));
	return [...orders.values()]
		.filter(({ paidBy, createdAt }) => paidBy !== null && createdAt >= since)
		.flatMap(({ id, paidBy, total }): Finding[] => {
			const intent = paying.get(paidBy ?? "");
			if (!intent) return [{ subject: id, says: `is paid here by ${paidBy}, but not at Stripe` }];
			if (intent.amount_received === total) return [];
			return [{ subject: id, says: `costs ${total}, but ${intent.amount_received} were paid` }];
		});
}
