/** Compares Stripe's payments and refunds with the shop's checkouts. */
import type Stripe from "stripe";
import * as v from "valibot";
import { openOrder } from "../../src/db/order-conditions.ts";
import { formatAmount } from "../../src/shop/currencies.ts";
import { type RunQuery, rows, sqlString } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** How far back payments are checked, in days, unless an older order is still open. */
const defaultDays = 30;

const dayMs = 24 * 60 * 60_000;

const checkoutSchema = v.object({
	id: v.string(),
	total: v.number(),
	currency: v.string(),
	intent: v.nullable(v.string()),
	paidBy: v.nullable(v.string()),
	closedAt: v.nullable(v.number()),
	refundedAt: v.nullable(v.number()),
	refunded: v.number(),
	createdAt: v.number(),
});
type CheckoutRow = v.InferOutput<typeof checkoutSchema>;

/** When the last order was refunded in full, if all were. */
const refundedAt =
	"(select case when count(*) = count(refunded_at) then max(refunded_at) end from orders where checkout_id = checkouts.id and closed_at is null)";

/** What was refunded of its orders. One that the version before has refunded in full may lack the sum. */
const refundedSum =
	"(select coalesce(sum(case when refunded_at is not null and refunded_cents = 0 then total_cents else refunded_cents end), 0) from orders where checkout_id = checkouts.id and closed_at is null)";

const checkoutColumns = `select id, total_cents as total, currency, payment_intent_id as intent, transaction_id as paidBy, closed_at as closedAt, ${refundedAt} as refundedAt, ${refundedSum} as refunded, created_at as createdAt from checkouts`;

const refundSchema = v.object({ intent: v.string(), done: v.nullable(v.number()) });

/**
 * Checks that every succeeded payment has one paid checkout or was refunded, that every paid checkout
 * has its payment, and that orders show what Stripe has refunded: what is left of a payment is what
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
	const checkouts = await loadCheckouts(query, since, succeeded);
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
			return checkIntent(intent, checkouts.get(checkoutIdOf(intent)), refundedCents, dueRefund);
		}),
		...intents
			.filter(({ status }) => status === "processing")
			.flatMap((intent) => checkProcessing(intent, checkouts.get(checkoutIdOf(intent)))),
		...paidWithoutPayment(checkouts, succeeded, since),
	];
	return checkResult("payments", intents.length, findings);
}

/** The timestamp from which everything is checked, in UTC milliseconds. */
async function lookbackStart(query: RunQuery, defaultStart: number): Promise<number> {
	const sql = `select min(created_at) as oldest from checkouts where ${openOrder("checkouts")}`;
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

/** The id of a payment's checkout, or of its order, which is the same for an order that was bought alone. */
function checkoutIdOf({ metadata }: Stripe.PaymentIntent): string {
	return metadata.checkoutId ?? metadata.orderId ?? "";
}

/** The checkouts created since then, and those that the payments name, by id. */
async function loadCheckouts(
	query: RunQuery,
	since: number,
	intents: Stripe.PaymentIntent[],
): Promise<Map<string, CheckoutRow>> {
	const checkoutRows = await rows(
		query,
		`${checkoutColumns} where created_at >= ${since}`,
		checkoutSchema,
	);
	const knownIds = new Set(checkoutRows.map(({ id }) => id));
	const namedIds = new Set(intents.map(checkoutIdOf));
	const missingIds = [...namedIds].filter((id) => id !== "" && !knownIds.has(id));
	for (let from = 0; from < missingIds.length; from += 100) {
		const ids = missingIds.slice(from, from + 100).map(sqlString);
		checkoutRows.push(
			...(await rows(query, `${checkoutColumns} where id in (${ids.join(", ")})`, checkoutSchema)),
		);
	}
	return new Map(checkoutRows.map((checkout) => [checkout.id, checkout]));
}

function checkIntent(
	intent: Stripe.PaymentIntent,
	checkout: CheckoutRow | undefined,
	refundedCents: number,
	dueRefund: v.InferOutput<typeof refundSchema> | undefined,
): Finding[] {
	const { id: subject, amount_received: received } = intent;
	const currency = intent.currency.toUpperCase();
	// The payment belongs to another business on the same Stripe account.
	if (checkoutIdOf(intent) === "") return [];
	const finding = (message: string): Finding[] => [{ subject, message }];
	if (dueRefund && dueRefund.done !== null && refundedCents === 0) {
		return finding("is recorded as refunded, but Stripe has no refund of it");
	}
	if (!checkout)
		return refundedCents > 0 ? [] : finding("pays an order that this shop does not have");
	if (checkout.paidBy === intent.id) return checkPayingIntent(subject, checkout, refundedCents);
	if (refundedCents > 0 && refundedCents < received)
		return finding(
			`was refunded only in part, ${formatAmount(refundedCents, currency)} of ${formatAmount(received, currency)}`,
		);
	if (refundedCents > 0 || dueRefund) return [];
	if (received !== checkout.total || currency !== checkout.currency) {
		const paid = formatAmount(received, currency);
		const total = formatAmount(checkout.total, checkout.currency);
		return finding(`paid ${paid} for order ${checkout.id}, which costs ${total}`);
	}
	const message = checkout.paidBy
		? `paid order ${checkout.id} a second time, and is neither refunded nor due`
		: checkout.closedAt !== null
			? `paid order ${checkout.id}, which is closed, and is neither refunded nor due`
			: `paid order ${checkout.id}, which is still unpaid here`;
	return [{ subject, message, fix: { by: "event", intentId: intent.id } }];
}

/**
 * Checks that the order of a payment that Stripe processes, for days with some methods, is open and awaits
 * it. If it succeeds otherwise, the job refunds it.
 */
function checkProcessing(
	intent: Stripe.PaymentIntent,
	checkout: CheckoutRow | undefined,
): Finding[] {
	if (!checkout || (checkout.closedAt === null && checkout.paidBy === null)) return [];
	const state = checkout.paidBy ? "paid by another payment" : "closed";
	const message = `is being processed for order ${checkout.id}, which is ${state}`;
	return [{ subject: intent.id, message }];
}

/** Checks the payment of a paid order, whose refunds must show on the order. */
function checkPayingIntent(
	subject: string,
	checkout: CheckoutRow,
	refundedCents: number,
): Finding[] {
	const { id, total, refunded, currency } = checkout;
	const amount = (cents: number) => formatAmount(cents, currency);
	const finding = (message: string): Finding[] => [{ subject, message }];
	const isShownAsRefunded = checkout.refundedAt !== null;
	const isRefunded = refundedCents >= total;
	if (isShownAsRefunded && !isRefunded)
		return finding(
			`pays order ${id}, which is shown as refunded, but only ${amount(refundedCents)} of ${amount(total)} were refunded`,
		);
	if (!isShownAsRefunded && isRefunded)
		return finding(`pays order ${id} and was refunded, but the order is not shown as refunded`);
	if (!isRefunded && refunded !== refundedCents)
		return finding(
			`pays order ${id}, of which Stripe has refunded ${amount(refundedCents)}, but the order shows ${amount(refunded)}`,
		);
	return [];
}

/** Checkouts created since then that are paid here but not at Stripe. */
function paidWithoutPayment(
	checkouts: Map<string, CheckoutRow>,
	succeeded: Stripe.PaymentIntent[],
	since: number,
): Finding[] {
	const intentsById = new Map(succeeded.map((intent) => [intent.id, intent]));
	return [...checkouts.values()]
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
