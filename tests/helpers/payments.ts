/** Payments in tests: a card at the stand-in, signed events, and the ledger check. */

import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { afterAll, afterEach, expect } from "vitest";
import { postponeChecks, reconcile, resumeChecks } from "./payment-jobs.ts";
import { type ApiResponse, callApi, initialStock, type Person, placeLine } from "./shop.ts";

/** Calls the stand-in's API with the secret key. */
export async function callStripe<T>(path: string, form?: Record<string, string>): Promise<T> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${path}`, {
		method: form ? "POST" : "GET",
		headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
		...(form && { body: new URLSearchParams(form) }),
	});
	if (!response.ok) throw new Error(`${path} answered ${response.status}`);
	return response.json<T>();
}

export interface OrderLine {
	_id: string;
	totalPrice: number;
}

/** What is paid: a line or an order, and the total that the customer was shown, if it is sent. */
type ToPay = Pick<OrderLine, "_id"> & Partial<OrderLine>;

export interface Payment {
	id: string;
	secret: string;
}

/** Creates the intent of an order; returns it with the secret the browser would get. */
export async function beginPayment(person: Person, line: ToPay): Promise<Payment> {
	const { status, body } = await requestIntent(person, line);
	if (status !== 200) throw new Error(`beginning the payment answered ${status}`);
	return paymentOf(body.clientSecret);
}

export function requestIntent(person: Person, line: ToPay): Promise<ApiResponse> {
	return callApi("POST", "/create-payment-intent", {
		token: person.token,
		body: { orderId: line._id, totalPrice: line.totalPrice },
	});
}

/** The payment with this client secret. */
export function paymentOf(secret: string): Payment {
	return { id: secret.replace(/_secret_.*$/, ""), secret };
}

/** The intents a card has paid in this test file. */
const paidIntents = new Set<string>();

/** Pays an intent by card, at the stand-in, as the browser does. */
export async function payByCard({ id, secret }: Payment): Promise<void> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/payment_intents/${id}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: env.STRIPE_PUBLISHABLE_KEY,
			client_secret: secret,
			"payment_method_data[type]": "card",
			"payment_method_data[card][number]": "4242424242424242",
			"payment_method_data[card][exp_month]": "12",
			"payment_method_data[card][exp_year]": "34",
			"payment_method_data[card][cvc]": "123",
		}),
	});
	if (!response.ok) throw new Error(`the card answered ${response.status}`);
	paidIntents.add(id);
}

/** Reports a payment to the shop, as the payment page does. */
export function reportPayment(
	person: Person,
	line: OrderLine,
	intentId: string,
): Promise<ApiResponse> {
	return callApi("PATCH", `/order/${line._id}`, {
		token: person.token,
		body: { transactionId: intentId },
	});
}

/** Places an order and pays it; returns both. */
export async function placePaidLine(person: Person, toolId: string, quantity = 1) {
	const line = await placeLine(person, toolId, quantity);
	const payment = await beginPayment(person, line);
	await payByCard(payment);
	const { status, body } = await reportPayment(person, line, payment.id);
	if (status !== 200) throw new Error(`reporting the payment answered ${status}`);
	return { line: body, payment };
}

/** Creates an intent outside the shop with `lineId` in its metadata. */
export async function createForeignIntent(
	lineId: string,
	cents: number,
	currency = "usd",
): Promise<Payment> {
	const intent = await callStripe<Stripe.PaymentIntent>("payment_intents", {
		amount: String(cents),
		currency,
		...(lineId && { "metadata[orderId]": lineId }),
	});
	return paymentOf(intent.client_secret ?? "");
}

/** Changes the amount of an unpaid intent, as by hand at Stripe. */
export function changeAmount(intentId: string, cents: number): Promise<Stripe.PaymentIntent> {
	return callStripe(`payment_intents/${intentId}`, { amount: String(cents) });
}

export function cancelAtStripe(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe(`payment_intents/${intentId}/cancel`, {});
}

export function intentAtStripe(intentId: string): Promise<Stripe.PaymentIntent> {
	return callStripe(`payment_intents/${intentId}`);
}

/** The refunds of an intent, as Stripe has them. */
export async function refundsOf(intentId: string): Promise<Stripe.Refund[]> {
	const list = await callStripe<Stripe.ApiList<Stripe.Refund>>(
		`refunds?payment_intent=${intentId}`,
	);
	return list.data;
}

/** Pays an intent with one of Stripe's test cards, outside the ledger check. */
export async function payWith({ id }: Payment, method: `pm_card_${string}`): Promise<void> {
	// Stripe demands it of servers: the customer may be redirected.
	const form = { payment_method: method, return_url: "https://shop.example" };
	await callStripe(`payment_intents/${id}/confirm`, form);
}

/**
 * Tells the stand-in what happens at Stripe, or which calls fail, by one of its control paths such as `/_faults`.
 * Returns its answer.
 */
export async function controlStripe<T>(path: `/_${string}`, input: object): Promise<T> {
	const response = await fetch(env.STRIPE_API_URL + path, {
		method: "POST",
		body: JSON.stringify(input),
	});
	if (!response.ok)
		throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
	return response.json<T>();
}

/** Refunds a payment as in Stripe's dashboard: in full, or some cents. */
export function refundAtStripe(intentId: string, cents?: number): Promise<Stripe.Refund> {
	const amount = cents === undefined ? undefined : { amount: String(cents) };
	return callStripe("refunds", { payment_intent: intentId, ...amount });
}

/** The bank returns the newest refund of a payment: it fails at Stripe. */
export async function failRefundAtStripe(intentId: string): Promise<void> {
	const [newest] = await refundsOf(intentId);
	await controlStripe("/_refunds", { refund: newest?.id, status: "failed" });
}

/** The bank resolves the dispute of a payment at Stripe: the merchant wins or loses it. */
export async function resolveDispute(
	intentId: string,
	outcome: "winning" | "losing",
): Promise<void> {
	const { data } = await callStripe<Stripe.ApiList<Stripe.Dispute>>(
		`disputes?payment_intent=${intentId}`,
	);
	const status = outcome === "winning" ? "won" : "lost";
	await controlStripe("/_disputes", { dispute: data[0]?.id, status });
}

/** Stripe's event about an intent or its charge. */
export async function eventOf(
	intentId: string,
	type = "payment_intent.succeeded",
): Promise<Stripe.Event> {
	const { data } = await callStripe<Stripe.ApiList<Stripe.Event>>(`events?type=${type}&limit=100`);
	const found = data.find(({ data: { object } }) => {
		const subject = object as { id?: string; payment_intent?: unknown };
		return subject.id === intentId || subject.payment_intent === intentId;
	});
	if (!found) throw new Error(`Stripe has no ${type} of ${intentId}`);
	return found;
}

/** A Stripe-Signature as Stripe makes it (Stripe docs: Verify webhook signatures manually). */
export function signatureOf(
	body: string,
	{
		timestamp = Date.now(),
		secret = env.STRIPE_WEBHOOK_SECRET,
	}: { timestamp?: number; secret?: string } = {},
): string {
	const t = Math.floor(timestamp / 1000);
	return `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

/** Posts an event to the shop's webhook, signed unless `signature` is given. */
export function deliverEvent(
	event: Stripe.Event | string,
	signature?: string | null | undefined,
): Promise<ApiResponse> {
	const body = typeof event === "string" ? event : JSON.stringify(event);
	const header = signature === undefined ? signatureOf(body) : signature;
	return callApi("POST", "/stripe/webhook", {
		body,
		...(header !== null && { headers: { "Stripe-Signature": header } }),
	});
}

/** The order's database row. */
export async function rowOf(lineId: string): Promise<Record<string, unknown>> {
	// The order has the payment and its schedule.
	const row = await env.DB.prepare(
		"select order_lines.*, orders.payment_attempt, orders.payment_intent_id, orders.check_at, orders.check_failures from order_lines join orders on orders.id = order_lines.order_id where order_lines.id = ?",
	)
		.bind(lineId)
		.first();
	if (!row) throw new Error(`there is no order ${lineId}`);
	return row;
}

/** How many rows an event has. */
export async function countEvents(eventId: string): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from payment_events where id = ?")
		.bind(eventId)
		.first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

/** Expires the order of a line, a second ago. */
export async function expireReservation(lineId: string): Promise<void> {
	const order = "select order_id from order_lines where id = ?";
	await env.DB.prepare(`update orders set expires_at = ? where id = (${order})`)
		.bind(Date.now() - 1000, lineId)
		.run();
}

/** Closes an order directly, without its payment, and returns its stock. */
export async function closeOrderDirectly(lineId: string): Promise<void> {
	await env.DB.batch([
		...["order_lines", "orders"].map((table) =>
			env.DB.prepare(
				`update ${table} set closed_at = ?2, closed_why = 'deleted' where id = ?1`,
			).bind(lineId, Date.now()),
		),
		env.DB.prepare(
			"update tools set quantity = quantity + (select quantity from order_lines where id = ?1) where id = (select tool_id from order_lines where id = ?1)",
		).bind(lineId),
	]);
}

interface ToolLedger {
	stock: number;
	held: number;
	sold: number;
}

/** How many pieces of each tool are in stock, reserved and sold. */
async function ledgersOf(toolIds: string[]): Promise<Map<string, ToolLedger>> {
	const { results } = await env.DB.prepare(
		`select id, quantity as stock,
			(select coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and transaction_id is null and closed_at is null) as held,
			(select coalesce(sum(quantity - restocked_pieces), 0) from order_lines where tool_id = tools.id and transaction_id is not null and restocked_at is null) as sold
		from tools where id in (select value from json_each(?))`,
	)
		.bind(JSON.stringify(toolIds))
		.all<ToolLedger & { id: string }>();
	return new Map(results.map(({ id, ...ledger }) => [id, ledger]));
}

/** How many pieces of a tool are in stock, reserved and sold. */
export async function ledgerOf(toolId: string): Promise<ToolLedger | null> {
	return (await ledgersOf([toolId])).get(toolId) ?? null;
}

/** The ids of the orders that payments have paid, and the refunds of payments, made or due, by payment. */
async function outcomesOf(intentIds: string[]) {
	const ids = JSON.stringify(intentIds);
	const [lines, refunds] = (await env.DB.batch([
		env.DB.prepare(
			"select transaction_id as intent, id from order_lines where transaction_id in (select value from json_each(?))",
		).bind(ids),
		env.DB.prepare(
			"select id as intent, stripe_refund_id as id from refunds where reason = 'not_awaited' and id in (select value from json_each(?))",
		).bind(ids),
	])) as D1Result<{ intent: string; id: string | null }>[];
	const byIntent = (rows: { intent: string; id: string | null }[] = []) =>
		Map.groupBy(rows, ({ intent }) => intent);
	return { lines: byIntent(lines?.results), refunds: byIntent(refunds?.results) };
}

/**
 * Checks the ledger after each test of a file: every tool's initial stock = stock + reserved + sold,
 * and, once the scheduled job has run, every payment has exactly one paid order or one refund. The job
 * checks what this test left open; after the last test it checks once more what all have left.
 */
export function checkLedgerAfterEach(): void {
	const checkedIntents = new Set<string>();
	afterEach(async () => {
		await checkLedger([...paidIntents].filter((id) => !checkedIntents.has(id)));
		for (const id of paidIntents) checkedIntents.add(id);
		await postponeChecks();
	});
	afterAll(async () => {
		await resumeChecks();
		await checkLedger([...paidIntents]);
	});
}

async function checkLedger(intentIds: string[]): Promise<void> {
	await reconcile();
	const ledgers = await ledgersOf([...initialStock.keys()]);
	for (const [toolId, initialQuantity] of initialStock) {
		const { stock, held, sold } = ledgers.get(toolId) ?? {};
		expect(Number(stock) + Number(held) + Number(sold), toolId).toBe(initialQuantity);
	}
	const { lines, refunds } = await outcomesOf(intentIds);
	for (const intentId of intentIds) {
		const dueRefunds = refunds.get(intentId) ?? [];
		// One payment pays all lines of an order.
		expect((lines.has(intentId) ? 1 : 0) + dueRefunds.length, intentId).toBe(1);
		if (dueRefunds.length === 0) continue;
		const made = (await refundsOf(intentId)).map(({ id }) => id);
		for (const { id } of dueRefunds) expect(made, intentId).toEqual([id]);
	}
}
