/** What customers do: order, pay in one or two tabs, remove and cancel. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { codeOfCard } from "../../../src/shop/gift-cards/gift-code.server.ts";
import { createForeignIntent, type Payment, payByCard, paymentOf } from "../../helpers/payments.ts";
import { callApi } from "../../helpers/shop.ts";
import type { Action } from "./actions.ts";
import { callUnderFault, countWorked } from "./counts.ts";
import { type Fault, realDatabase } from "./faults.ts";
import {
	callAs,
	isGuest,
	type KnownOrder,
	type LineRequest,
	recordLines,
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

/** A request for one line, or in a shop with shipping on top for an order with one. */
export async function requestLine(world: World, action: Action): Promise<void> {
	const { target, amount, fault } = action;
	if (world.pricing !== "included" || isGuest(target))
		return requestOrder(world, { ...action, amount: 0 });
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

/** A request for an order of one to all tools, at the prices that the customer sees. */
export async function requestOrder(world: World, action: Action): Promise<void> {
	const { target, amount, fault } = action;
	const { results } = await realDatabase
		.prepare(
			"select id, price_cents from tools where id in (select value from json_each(?)) and quantity > 0 order by id = ? desc, quantity desc",
		)
		.bind(
			JSON.stringify([...world.tools, world.bundle.id]),
			target === 4 || amount === 3 ? world.giftTool : target % 2 === 0 ? "" : world.bundle.id,
		)
		.all<{ id: string; price_cents: number }>();
	const lines = results.slice(0, 1 + amount).map(({ id, price_cents }, n) => ({
		toolId: id,
		quantity: 1 + ((target + n) % 2),
		price: price_cents / 100,
	}));
	if (lines.length === 0) return;
	const partner = amount > 0 && { partner: world.partner };
	const giftCard = world.giftCards.at(-1)?.code;
	const typed = [
		...(world.code && target % 2 === 0 ? [world.code] : []),
		...(giftCard && target % 3 !== 1 ? [giftCard] : []),
	];
	const means = {
		...(typed.length > 0 && { code: typed.join(" ") }),
		...(target === 3 && { useCredit: true }),
	};
	const body = { lines, ...deliveryOf(world, target), ...partner, ...means };
	await place(world, { owner: target % 3, key: crypto.randomUUID(), body }, fault);
}

/** Repeats a request with its key. */
export async function repeatRequest(world: World, request: LineRequest, fault: Fault) {
	if (await send(world, request, fault)) countWorked("repeat");
}

async function place(world: World, request: LineRequest, fault: Fault): Promise<void> {
	world.lineRequests.push(request);
	if (await send(world, request, fault)) countWorked("lines" in request.body ? "order" : "line");
}

/** One of two networks, from which the second customer and the guest order both. */
const networkOf = ({ key }: LineRequest) => `192.0.2.${1 + (key.charCodeAt(0) % 2)}`;

/** Sends a request and records its orders; returns whether the shop has confirmed them. */
async function send(world: World, request: LineRequest, fault: Fault): Promise<boolean> {
	const headers = { "Idempotency-Key": request.key, "CF-Connecting-IP": networkOf(request) };
	const path = "lines" in request.body ? "/checkout" : "/order";
	const response = await callUnderFault(fault, () =>
		callAs(world, request, "POST", path, { headers, body: request.body }),
	);
	if (response?.status !== 201) return false;
	recordLines(world, request, response);
	return true;
}

/** Orders, pays and reports the payment, one after the other. The fault hits one of the calls. */
export async function buy(world: World, action: Action): Promise<void> {
	const { amount, fault } = action;
	const faultIn = (call: number): Fault => (amount % 3 === call ? fault : { kind: "none" });
	const known = world.lines.length;
	await requestOrder(world, { ...action, fault: faultIn(0) });
	const line = world.lines[known];
	if (!line) return;
	await begin(world, line, { ...action, fault: faultIn(1) });
	await pay(line, amount);
	if (await report(world, line, { ...action, fault: faultIn(2) })) countWorked("buy");
}

/** A tab begins the payment, by the line's or its order's id. */
export async function begin(world: World, line: KnownOrder, action: Action): Promise<void> {
	const body = { orderId: action.amount % 2 ? line.id : line.orderId };
	const response = await callUnderFault(action.fault, () =>
		callAs(world, line, "POST", "/create-payment-intent", { body }),
	);
	if (response?.status !== 200) return;
	line.payments.push(paymentOf(response.body.clientSecret));
	countWorked("begin");
}

/** What the newest tab, or the one before it, received to pay with. */
const paymentIn = ({ payments }: KnownOrder, tab: number): Payment | undefined =>
	payments[payments.length - 1 - (tab % Math.min(payments.length, 2))];

/** Test cards whose refunds are pending, or fail, are rarer. */
const cards = ["visa", "visa", "mastercard", "pendingRefund", "refundFail"];

/** Pays in a tab. Stripe rejects what was cancelled or paid already. */
export async function pay(line: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(line, amount);
	if (!payment) return;
	const { ok } = await confirm(payment, cards[amount] ?? "visa");
	if (ok) countWorked("pay");
}

/** The card requires 3-D Secure, which the customer answers later, in this tab or never. */
export async function challenge(world: World, line: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(line, amount);
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

export async function decline(line: KnownOrder, amount: number): Promise<void> {
	const payment = paymentIn(line, amount);
	if (!payment) return;
	const { status } = await confirm(payment, "chargeDeclined");
	if (status === 402) countWorked("decline");
}

/** Pays with an intent that the shop did not create, immediately or after 3-D Secure. */
export async function payOutsideShop(
	world: World,
	line: KnownOrder,
	amount: number,
): Promise<void> {
	const cents = Math.round(line.chargedPrice * 100);
	const payment = await createForeignIntent(line.orderId, cents).catch(() => undefined);
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
	line: KnownOrder,
	{ amount, fault }: Action,
): Promise<boolean> {
	const body = { transactionId: paymentIn(line, amount)?.id ?? "pi_none" };
	const response = await callUnderFault(fault, () =>
		callAs(world, line, "PATCH", `/order/${line.id}`, { body }),
	);
	if (response?.status !== 200 || !response.body.paid) return false;
	line.paidBy = response.body.transactionId;
	for (const other of world.lines) if (other.orderId === line.orderId) other.isOfPaidOrder = true;
	countWorked("report");
	if (line.isCard) await takeCards(world, line);
	return true;
}

/** Customers have the codes of the gift cards that they have bought, and pay with them. */
async function takeCards(world: World, { id }: KnownOrder): Promise<void> {
	const { results } = await realDatabase
		.prepare("select id, code_hash as codeHash from gift_cards where line_id = ?")
		.bind(id)
		.all<{ id: string; codeHash: string }>();
	for (const card of results) {
		const code = await codeOfCard(card);
		if (code) world.giftCards.push({ id: card.id, code });
	}
	countWorked("bought a card");
}

/** The customer, or an administrator, removes an unpaid order. */
export async function remove(world: World, line: KnownOrder, action: Action): Promise<void> {
	const path = `/order?id=${line.id}`;
	const response = await callUnderFault(action.fault, () =>
		action.name === "remove"
			? callAs(world, line, "DELETE", path)
			: callApi("DELETE", path, { token: world.admin.token }),
	);
	if (response?.status !== 200) return;
	line.deleted = true;
	countWorked(action.name);
}

/** The customer, or an administrator, cancels a paid order. */
export async function cancel(world: World, line: KnownOrder, action: Action): Promise<void> {
	const path = `/order/${line.id}/cancel`;
	const response = await callUnderFault(action.fault, () =>
		action.name === "cancel"
			? callAs(world, line, "POST", path)
			: callApi("POST", path, { token: world.admin.token }),
	);
	if (response?.status !== 201 && response?.status !== 200) return;
	line.cancelled = true;
	countWorked(action.name);
}
