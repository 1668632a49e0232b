/** What customers do: order, pay in one or two tabs, remove and cancel. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createForeignIntent, type Payment, payByCard, paymentOf } from "../../helpers/payments.ts";
import { callApi } from "../../helpers/shop.ts";
import type { Action } from "./actions.ts";
import { callUnderFault, countWorked } from "./counts.ts";
import { type Fault, realDatabase } from "./faults.ts";
import {
	callAs,
	isGuest,
	type KnownOrder,
	type OrderRequest,
	recordOrders,
	type World,
} from "./world.ts";

const berlin = { line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" };
const inOneLine = { address: "5 Spoke Street" };

/** Shipping and tax on top depend on the country. A guest's profile is not known. */
const deliveryOf = ({ pricing, guest }: World, owner: number) => ({
	phone: "+49 30 123",
	...(isGuest(owner) && { email: guest.email, name: "Grace" }),
	...(pricing === "included" && !isGuest(owner) ? inOneLine : berlin),
	// Guests are limited by address too.
	...(isGuest(owner) && { line1: guest.email }),
});

/** A request for one order, or in a shop with shipping on top for a checkout with one. */
export async function requestOrder(world: World, action: Action): Promise<void> {
	const { target, amount, fault } = action;
	if (world.pricing !== "included" || isGuest(target))
		return requestCheckout(world, { ...action, amount: 0 });
	const productCode = world.tools[amount % world.tools.length] ?? "";
	const partner = amount > 0 && { partner: world.partner };
	const body = {
		productCode,
		quantity: 1 + (amount % 3),
		...deliveryOf(world, target),
		...partner,
	};
	await place(world, { owner: target % 3, key: crypto.randomUUID(), body }, fault);
}

/** A request for a checkout of one to all tools, at the prices that the customer sees. */
export async function requestCheckout(world: World, action: Action): Promise<void> {
	const { target, amount, fault } = action;
	const { results } = await realDatabase
		.prepare(
			"select id, price_cents from tools where id in (select value from json_each(?)) and quantity > 0 order by quantity desc",
		)
		.bind(JSON.stringify(world.tools))
		.all<{ id: string; price_cents: number }>();
	const lines = results.slice(0, 1 + amount).map(({ id, price_cents }, n) => ({
		productCode: id,
		quantity: 1 + ((target + n) % 2),
		price: price_cents / 100,
	}));
	if (lines.length === 0) return;
	const partner = amount > 0 && { partner: world.partner };
	const body = { lines, ...deliveryOf(world, target), ...partner };
	await place(world, { owner: target % 3, key: crypto.randomUUID(), body }, fault);
}

/** Repeats a request with its key. */
export async function repeatRequest(world: World, request: OrderRequest, fault: Fault) {
	if (await send(world, request, fault)) countWorked("repeat");
}

async function place(world: World, request: OrderRequest, fault: Fault): Promise<void> {
	world.orderRequests.push(request);
	if (await send(world, request, fault))
		countWorked("lines" in request.body ? "checkout" : "order");
}

/** Sends a request and records its orders; returns whether the shop has confirmed them. */
async function send(world: World, request: OrderRequest, fault: Fault): Promise<boolean> {
	const headers = { "Idempotency-Key": request.key };
	const path = "lines" in request.body ? "/checkout" : "/order";
	const response = await callUnderFault(fault, () =>
		callAs(world, request, "POST", path, { headers, body: request.body }),
	);
	if (response?.status !== 201) return false;
	recordOrders(world, request, response);
	return true;
}

/** Orders, pays and reports the payment, one after the other. The fault hits one of the calls. */
export async function buy(world: World, action: Action): Promise<void> {
	const { amount, fault } = action;
	const faultIn = (call: number): Fault => (amount % 3 === call ? fault : { kind: "none" });
	const known = world.orders.length;
	await requestCheckout(world, { ...action, fault: faultIn(0) });
	const order = world.orders[known];
	if (!order) return;
	await begin(world, order, { ...action, fault: faultIn(1) });
	await pay(order, amount);
	if (await report(world, order, { ...action, fault: faultIn(2) })) countWorked("buy");
}

/** A tab begins the payment, by the order's or its checkout's id. */
export async function begin(world: World, order: KnownOrder, action: Action): Promise<void> {
	const body = { orderId: action.amount % 2 ? order.id : order.checkoutId };
	const response = await callUnderFault(action.fault, () =>
		callAs(world, order, "POST", "/create-payment-intent", { body }),
	);
	if (response?.status !== 200) return;
	order.payments.push(paymentOf(response.body.clientSecret));
	countWorked("begin");
}

/** What the newest tab, or the one before it, received to pay with. */
const paymentIn = ({ payments }: KnownOrder, tab: number): Payment | undefined =>
	payments[payments.length - 1 - (tab % Math.min(payments.length, 2))];

/** Test cards whose refunds are pending, or fail, are rarer. */
const cards = ["visa", "visa", "mastercard", "pendingRefund", "refundFail"];

/** Pays in a tab. Stripe rejects what was cancelled or paid already. */
export async function pay(order: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(order, amount);
	if (!payment) return;
	const { ok } = await confirm(payment, cards[amount] ?? "visa");
	if (ok) countWorked("pay");
}

/** The card requires 3-D Secure, which the customer answers later, in this tab or never. */
export async function challenge(world: World, order: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(order, amount);
	if (!payment) return;
	const { ok } = await confirm(payment, "threeDSecure2Required");
	if (!ok) return;
	world.challenges.push(payment);
	countWorked("challenge");
}

/** Answers 3-D Secure, which succeeds more often than not: also after the order was paid otherwise. */
export async function answerChallenge(world: World, { target, amount }: Action): Promise<void> {
	const index = world.challenges.length - 1 - target;
	const [payment] = world.challenges.splice(Math.max(index, 0), 1);
	if (!payment) return;
	const { ok } = await postAsBrowser("3ds2/authenticate", {
		payment_intent: payment.id,
		client_secret: payment.secret,
		outcome: amount === 0 ? "fail" : "complete",
	});
	if (ok) countWorked("answer");
}

export async function decline(order: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(order, amount);
	if (!payment) return;
	const { status } = await confirm(payment, "chargeDeclined");
	if (status === 402) countWorked("decline");
}

/** Pays with an intent that the shop did not create, immediately or after 3-D Secure. */
export async function payOutsideShop(
	world: World,
	order: KnownOrder,
	amount: number,
): Promise<void> {
	const cents = Math.round(order.totalPrice * 100);
	const payment = await createForeignIntent(order.checkoutId, cents).catch(() => undefined);
	if (!payment) return;
	countWorked("payOutsideShop");
	if (amount % 2 === 0) return payByCard(payment);
	const { ok } = await confirm(payment, "threeDSecure2Required");
	if (ok) world.challenges.push(payment);
}

async function confirm({ id, secret }: Payment, card: string): Promise<Response> {
	const path = `payment_intents/${id}/confirm`;
	const response = await postAsBrowser(path, {
		client_secret: secret,
		payment_method: `pm_card_${card}`,
	});
	expect([200, 400, 402], `the card answered ${response.status}`).toContain(response.status);
	return response;
}

function postAsBrowser(path: string, form: Record<string, string>): Promise<Response> {
	const body = new URLSearchParams({ key: env.STRIPE_PUBLISHABLE_KEY, ...form });
	return fetch(`${env.STRIPE_API_URL}/v1/${path}`, { method: "POST", body });
}

/** Reports the payment of a tab; returns whether the shop has confirmed it. */
export async function report(
	world: World,
	order: KnownOrder,
	{ amount, fault }: Action,
): Promise<boolean> {
	const body = { transactionId: paymentIn(order, amount)?.id ?? "pi_none" };
	const response = await callUnderFault(fault, () =>
		callAs(world, order, "PATCH", `/order/${order.id}`, { body }),
	);
	if (response?.status !== 200 || !response.body.paid) return false;
	order.paidBy = response.body.transactionId;
	for (const other of world.orders)
		if (other.checkoutId === order.checkoutId) other.isOfPaidCheckout = true;
	countWorked("report");
	return true;
}

/** The customer, or an administrator, removes an unpaid order. */
export async function remove(world: World, order: KnownOrder, action: Action): Promise<void> {
	const path = `/order?id=${order.id}`;
	const response = await callUnderFault(action.fault, () =>
		action.name === "remove"
			? callAs(world, order, "DELETE", path)
			: callApi("DELETE", path, { token: world.admin.token }),
	);
	if (response?.status !== 200) return;
	order.deleted = true;
	countWorked(action.name);
}

/** The customer, or an administrator, cancels a paid order. */
export async function cancel(world: World, order: KnownOrder, action: Action): Promise<void> {
	const path = `/order/${order.id}/cancel`;
	const response = await callUnderFault(action.fault, () =>
		action.name === "cancel"
			? callAs(world, order, "POST", path)
			: callApi("POST", path, { token: world.admin.token }),
	);
	if (response?.status !== 201 && response?.status !== 200) return;
	order.cancelled = true;
	countWorked(action.name);
}
