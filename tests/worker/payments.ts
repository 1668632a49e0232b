/** The payment side of a test: a card at the stand-in, events as Stripe signs them, the books. */

import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { afterEach, expect } from "vitest";
import { type ApiResponse, callApi, initialStock, type Person, placeOrder } from "./helpers.ts";
import { reconcile } from "./payment-jobs.ts";

/** Asks the stand-in what only a holder of the secret key may ask. */
async function callStripe<T>(path: string, form?: Record<string, string>): Promise<T> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${path}`, {
		method: form ? "POST" : "GET",
		headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
		...(form && { body: new URLSearchParams(form) }),
	});
	if (!response.ok) throw new Error(`${path} answered ${response.status}`);
	return response.json<T>();
}

export interface Order {
	_id: string;
	totalPrice: number;
}

export interface Payment {
	id: string;
	secret: string;
}

/** Begins paying one's order and gives the intent with the secret the browser would get. */
export async function beginPayment(person: Person, order: Order): Promise<Payment> {
	const { status, body } = await requestIntent(person, order);
	if (status !== 200) throw new Error(`beginning the payment answered ${status}`);
	return paymentOf(body.clientSecret);
}

export function requestIntent(person: Person, order: Order): Promise<ApiResponse> {
	return callApi("POST", "/create-payment-intent", {
		token: person.token,
		body: { orderId: order._id, totalPrice: order.totalPrice },
	});
}

function paymentOf(secret: string): Payment {
	return { id: secret.replace(/_secret_.*$/, ""), secret };
}

/** The intents a card has paid in this file. */
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

/** Tells the shop that an order was paid, as the payment page does. */
export function reportPayment(
	person: Person,
	order: Order,
	intentId: string,
): Promise<ApiResponse> {
	return callApi("PATCH", `/order/${order._id}`, {
		token: person.token,
		body: { transactionId: intentId },
	});
}

/** An order that its customer has paid for, and the payment. */
export async function placePaidOrder(person: Person, toolId: string, quantity = 1) {
	const order = await placeOrder(person, toolId, quantity);
	const payment = await beginPayment(person, order);
	await payByCard(payment);
	const { status, body } = await reportPayment(person, order, payment.id);
	if (status !== 200) throw new Error(`reporting the payment answered ${status}`);
	return { order: body, payment };
}

/** An intent made past the shop, which says that it pays `orderId`. */
export async function createForeignIntent(
	orderId: string,
	cents: number,
	currency = "usd",
): Promise<Payment> {
	const intent = await callStripe<Stripe.PaymentIntent>("payment_intents", {
		amount: String(cents),
		currency,
		...(orderId && { "metadata[orderId]": orderId }),
	});
	return paymentOf(intent.client_secret ?? "");
}

/** Changes what an unpaid intent asks for, as by hand at Stripe. */
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

/** Pays an intent with one of Stripe's ready-made cards; the books take no notice of it. */
export async function payWith({ id }: Payment, method: `pm_card_${string}`): Promise<void> {
	await callStripe(`payment_intents/${id}/confirm`, { payment_method: method });
}

/** Refunds a payment as its merchant does at Stripe's dashboard: all of it, or some cents. */
export function refundAtStripe(intentId: string, cents?: number): Promise<Stripe.Refund> {
	const amount = cents === undefined ? undefined : { amount: String(cents) };
	return callStripe("refunds", { payment_intent: intentId, ...amount });
}

/** Answers the dispute of a payment at Stripe: the merchant wins it, or loses. */
export async function resolveDispute(
	intentId: string,
	outcome: "winning" | "losing",
): Promise<void> {
	const { data } = await callStripe<Stripe.ApiList<Stripe.Dispute>>(
		`disputes?payment_intent=${intentId}`,
	);
	const evidence = { "evidence[uncategorized_text]": `${outcome}_evidence` };
	await callStripe(`disputes/${data[0]?.id}`, evidence);
}

/** The event that told of an intent, or of what belongs to it, as Stripe made it. */
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

/** Posts an event to the shop's webhook, signed unless another signature, or none, is given. */
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

/** The order's row as the database has it. */
export async function rowOf(orderId: string): Promise<Record<string, unknown>> {
	const row = await env.DB.prepare("select * from orders where id = ?").bind(orderId).first();
	if (!row) throw new Error(`there is no order ${orderId}`);
	return row;
}

/** How often an event was taken down. */
export async function countEvents(eventId: string): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from payment_events where id = ?")
		.bind(eventId)
		.first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

/** Lets an order's hold run out, a second ago. */
export async function expireReservation(orderId: string): Promise<void> {
	await env.DB.prepare("update orders set expires_at = ? where id = ?")
		.bind(Date.now() - 1000, orderId)
		.run();
}

/** Closes an order behind the payment's back and gives its stock back. */
export async function closeOrderDirectly(orderId: string): Promise<void> {
	await env.DB.batch([
		env.DB.prepare("update orders set closed_at = ?2, closed_why = 'deleted' where id = ?1").bind(
			orderId,
			Date.now(),
		),
		env.DB.prepare(
			"update tools set quantity = quantity + (select quantity from orders where id = ?1) where id = (select tool_id from orders where id = ?1)",
		).bind(orderId),
	]);
}

/** Where the pieces of a tool are. */
export async function ledgerOf(toolId: string) {
	return await env.DB.prepare(
		`select quantity as stock,
			(select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and transaction_id is null and closed_at is null) as held,
			(select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and transaction_id is not null) as sold
		from tools where id = ?`,
	)
		.bind(toolId)
		.first<{ stock: number; held: number; sold: number }>();
}

/**
 * Checks the books after each test of a file: every tool's initial stock = stock + held + sold,
 * and, once the scheduled job has run, every payment has exactly one paid order or one refund.
 */
export function checkLedgerAfterEach(): void {
	afterEach(async () => {
		await reconcile();
		for (const [toolId, initialQuantity] of initialStock) {
			const { stock, held, sold } = (await ledgerOf(toolId)) ?? {};
			expect(Number(stock) + Number(held) + Number(sold), toolId).toBe(initialQuantity);
		}
		for (const intentId of paidIntents) {
			const orders = await env.DB.prepare("select id from orders where transaction_id = ?")
				.bind(intentId)
				.all();
			const refunds = await refundsOf(intentId);
			expect(orders.results.length + refunds.length, intentId).toBe(1);
		}
	});
}
