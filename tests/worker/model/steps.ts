/** The steps of a scenario: data that fast-check generates and shrinks, and how to run it. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import type Stripe from "stripe";
import { expect } from "vitest";
import { type ApiResponse, callApi } from "../helpers.ts";
import { deliverJobs, drainQueue, enqueueDueJobs } from "../payment-jobs.ts";
import {
	callStripe,
	cancelAtStripe,
	createForeignIntent,
	expireReservation,
	payByCard,
} from "../payments.ts";
import { type Fault, interceptCall, realDatabase, setApiFault, withFault } from "./faults.ts";
import { dashboardMetadata, eventsSince } from "./ledger.ts";
import {
	customerOf,
	deliverEvent,
	type KnownOrder,
	type OrderRequest,
	recordOrders,
	type World,
} from "./world.ts";

/** One action. `target` picks its order, `amount` how many or how much. */
export interface Action {
	name: (typeof actionNames)[number];
	target: number;
	amount: number;
	fault: Fault;
}

/** One action, or two that start together. */
export type Step = Action[];

const actionNames = [
	...[
		"order",
		"order",
		"checkout",
		"checkout",
		"repeat",
		"begin",
		"begin",
		"pay",
		"pay",
		"report",
		"report",
	],
	...["decline", "remove", "removeAsAdmin", "expire", "job", "webhook", "webhook", "ship"],
	...["refund", "refund", "cancel", "dashboardRefund"],
	...["restock", "reprice", "archive", "cancelAtStripe", "payOutsideShop"],
] as const;

const afterCalls = fc.nat({ max: 9 });
const fault: fc.Arbitrary<Fault> = fc.oneof(
	{ arbitrary: fc.constant<Fault>({ kind: "none" }), weight: 10 },
	{ arbitrary: afterCalls.map((afterCalls): Fault => ({ kind: "crash", afterCalls })), weight: 5 },
	{
		arbitrary: afterCalls.map((afterCalls): Fault => ({ kind: "db-error", afterCalls })),
		weight: 1,
	},
	{
		arbitrary: fc.constantFrom<Fault>({ kind: "unreachable" }, { kind: "response-lost" }),
		weight: 1,
	},
	{ arbitrary: fc.constantFrom<Fault>({ kind: "hang" }, { kind: "500" }), weight: 1 },
);

const action: fc.Arbitrary<Action> = fc.record({
	name: fc.constantFrom(...actionNames),
	target: fc.nat({ max: 5 }),
	amount: fc.nat({ max: 4 }),
	fault,
});

/** One action, or two together, half of those pairs on the same order. */
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.tuple(action),
	fc.tuple(action, action, fc.boolean()).map(([first, second, sameOrder]) => {
		return [first, sameOrder ? { ...second, target: first.target } : second];
	}),
);

/** A scenario: the initial stock of the tools, and the steps. */
export const scenario = fc.record({
	pieces: fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 2, maxLength: 5 }),
	// Prefer long scenarios: short ones end before anything can go wrong.
	steps: fc.array(step, { minLength: 1, maxLength: 40, size: "max" }),
});

/** Every scenario starts with one order and one payment per customer. */
export const openingSteps: Step[] = [0, 1].flatMap((target) => [
	[{ name: "order", target, amount: target, fault: { kind: "none" } }],
	[{ name: "begin", target: 0, amount: 0, fault: { kind: "none" } }],
]);

/** Runs a step; two actions of one step run concurrently. */
export async function runStep(world: World, step: Step): Promise<void> {
	const events = step.some(({ name }) => name === "webhook") ? await eventsSince(world.cursor) : [];
	const outage = step.some(({ fault }) => fault.kind === "500");
	if (outage) await setApiFault("500");
	try {
		await Promise.all(step.map((one) => runAction(world, one, events)));
	} finally {
		if (outage) await setApiFault("ok");
	}
}

/** How often the shop answered with each status, or crashed. */
export const statusCounts = new Map<number | "crashed", number>();

function countOutcome(outcome: number | "crashed"): void {
	statusCounts.set(outcome, (statusCounts.get(outcome) ?? 0) + 1);
}

/** Whether a step may change the total ever stocked. */
export function changesStock(step: Step): boolean {
	return step.some(({ name }) => name === "restock" || name === "reprice");
}

/** One of the newest four, so that actions meet on the same one. */
function pickRecent<T>(all: T[], target: number): T | undefined {
	return all[all.length - 1 - (target % Math.min(all.length, 4))];
}

async function runAction(world: World, action: Action, events: Stripe.Event[]): Promise<void> {
	const order = pickRecent(world.orders, action.target);
	const tool = world.tools[action.amount % world.tools.length] ?? "";
	switch (action.name) {
		case "order": {
			const partner = action.amount > 0 && { partner: world.partner };
			const line = { productCode: tool, quantity: 1 + (action.amount % 3) };
			const body = { ...line, ...delivery, ...partner };
			const orderRequest: OrderRequest = {
				owner: action.target % 2,
				key: crypto.randomUUID(),
				body,
			};
			world.orderRequest.push(orderRequest);
			return requestOrder(world, orderRequest, action.fault);
		}
		case "checkout": {
			const orderRequest = await cartRequest(world, action);
			world.orderRequest.push(orderRequest);
			return requestOrder(world, orderRequest, action.fault);
		}
		case "repeat": {
			const orderRequest = pickRecent(world.orderRequest, action.target);
			return orderRequest && requestOrder(world, orderRequest, action.fault);
		}
		case "job":
			return runJob(action);
		case "webhook": {
			const event = events[action.target % Math.max(events.length, 1)];
			if (event) await callUnderFault(action.fault, () => deliverEvent(event));
			return;
		}
		case "restock":
		case "reprice":
		case "archive":
			return actOnTool(world, action, tool);
		default:
			return order && actOnOrder(world, action, order);
	}
}

/** Runs the scheduled job and its queue, at times delivering each batch twice concurrently. */
async function runJob({ fault, amount }: Action): Promise<void> {
	await withFault(fault, () => enqueueDueJobs(interceptCall));
	for (let jobs = drainQueue(); jobs.length > 0; jobs = drainQueue()) {
		const times = amount % 2 === 0 ? 1 : 2;
		const deliver = () => withFault(fault, () => deliverJobs(jobs));
		await Promise.all(Array.from({ length: times }, deliver));
	}
}

/** The response of a call that did not crash. Only a database fault may cause a 500. */
async function callUnderFault(
	fault: Fault,
	makeCall: () => Promise<ApiResponse>,
): Promise<ApiResponse | undefined> {
	const response = await withFault(fault, makeCall);
	countOutcome(response === "crashed" ? response : response.status);
	if (response === "crashed") return undefined;
	if (fault.kind !== "db-error")
		expect(response.status, JSON.stringify(response.body)).not.toBe(500);
	return response;
}

const delivery = { phone: "+1 555 0123", address: "5 Spoke Street" };

/** A request for a checkout of one to all tools, at the prices that the customer sees. */
async function cartRequest(world: World, { target, amount }: Action): Promise<OrderRequest> {
	const count = 1 + (amount % world.tools.length);
	const { results } = await realDatabase
		.prepare("select id, price_cents from tools where id in (select value from json_each(?))")
		.bind(JSON.stringify(world.tools))
		.all<{ id: string; price_cents: number }>();
	const lines = results.slice(0, count).map(({ id, price_cents }, n) => ({
		productCode: id,
		quantity: 1 + ((amount + n) % 2),
		price: price_cents / 100,
	}));
	const partner = amount > 0 && { partner: world.partner };
	const body = { lines, ...delivery, ...partner };
	return { owner: target % 2, key: crypto.randomUUID(), body };
}

async function requestOrder(world: World, orderRequest: OrderRequest, fault: Fault): Promise<void> {
	const { token } = customerOf(world, orderRequest.owner);
	const headers = { "Idempotency-Key": orderRequest.key };
	const response = await callUnderFault(fault, () =>
		callApi("POST", "lines" in orderRequest.body ? "/checkout" : "/order", {
			token,
			headers,
			body: orderRequest.body,
		}),
	);
	if (response?.status === 201) recordOrders(world, orderRequest, response);
}

async function actOnTool(
	world: World,
	{ name, amount, fault }: Action,
	tool: string,
): Promise<void> {
	const { token } = world.admin;
	if (name === "restock") {
		const body = { quantity: amount };
		await callUnderFault(fault, () => callApi("PUT", `/service/${tool}`, { token, body }));
	} else if (name === "reprice") {
		const body = { price: 10 + amount, quantity: 1 + amount, minOrderQuantity: 1 };
		await callUnderFault(fault, () => callApi("PUT", `/service?id=${tool}`, { token, body }));
	} else if (amount === 4) {
		// Rarely, because an archived tool stays archived.
		await callUnderFault(fault, () => callApi("DELETE", `/service?id=${tool}`, { token }));
	}
}

/** Runs an action on an order. */
async function actOnOrder(world: World, action: Action, order: KnownOrder): Promise<void> {
	const { token } = customerOf(world, order.owner);
	const orderPath = `/order?id=${order.id}`;
	switch (action.name) {
		case "begin": {
			const body = { orderId: action.amount % 2 ? order.id : order.checkoutId };
			const makeCall = () => callApi("POST", "/create-payment-intent", { token, body });
			const response = await callUnderFault(action.fault, makeCall);
			if (response?.status === 200) saveSecret(order, response.body.clientSecret);
			return;
		}
		case "pay":
			if (order.intentId && order.secret) {
				await payByCard({ id: order.intentId, secret: order.secret }).catch(expectCardRejected);
			}
			return;
		case "decline":
			return declineCard(order);
		case "report": {
			const body = { transactionId: order.intentId ?? "pi_none" };
			const makeCall = () => callApi("PATCH", `/order/${order.id}`, { token, body });
			const response = await callUnderFault(action.fault, makeCall);
			if (response?.status === 200 && response.body.paid)
				order.paidBy = response.body.transactionId;
			return;
		}
		case "remove":
		case "removeAsAdmin": {
			const callerToken = action.name === "remove" ? token : world.admin.token;
			const response = await callUnderFault(action.fault, () =>
				callApi("DELETE", orderPath, { token: callerToken }),
			);
			if (response?.status === 200) order.deleted = true;
			return;
		}
		case "ship": {
			const body = { status: "Shipped" };
			const makeCall = () => callApi("PUT", orderPath, { token: world.admin.token, body });
			const response = await callUnderFault(action.fault, makeCall);
			if (response?.status === 200) order.shipped = true;
			return;
		}
		case "refund": {
			const body = {
				reason: "other",
				restock: action.amount % 2 === 1,
				...(action.amount > 0 && { amount: (action.amount * 333) / 100 }),
			};
			const path = `/order/${order.id}/refund`;
			await callUnderFault(action.fault, () =>
				callApi("POST", path, { token: world.admin.token, body }),
			);
			return;
		}
		case "cancel": {
			const makeCall = () => callApi("POST", `/order/${order.id}/cancel`, { token });
			const response = await callUnderFault(action.fault, makeCall);
			if (response?.status === 200) order.cancelled = true;
			return;
		}
		case "dashboardRefund":
			return refundInDashboard(order, action.amount);
		case "expire":
			return expireReservation(order.id);
		case "cancelAtStripe":
			if (order.intentId) await cancelAtStripe(order.intentId).catch(() => undefined);
			return;
		case "payOutsideShop":
			await payOutsideShop(order);
	}
}

function saveSecret(order: KnownOrder, secret: string): void {
	order.secret = secret;
	order.intentId = secret.replace(/_secret_.*$/, "");
}

/** The stand-in answers 400 when the payment was already cancelled or made. */
function expectCardRejected(error: unknown): void {
	expect(String(error)).toContain("the card answered 400");
}

async function declineCard({ intentId, secret }: KnownOrder): Promise<void> {
	if (!intentId || !secret) return;
	const url = `${env.STRIPE_API_URL}/v1/payment_intents/${intentId}/confirm`;
	const body = new URLSearchParams({
		key: env.STRIPE_PUBLISHABLE_KEY,
		client_secret: secret,
		payment_method: "pm_card_chargeDeclined",
	});
	const { status } = await fetch(url, { method: "POST", body });
	expect([400, 402]).toContain(status);
}

/** Refunds a payment of which the shop has confirmed that it paid the order; nothing if Stripe rejects it. */
async function refundInDashboard({ paidBy }: KnownOrder, amount: number): Promise<void> {
	if (!paidBy) return;
	const form = {
		payment_intent: paidBy,
		"metadata[source]": dashboardMetadata.source,
		...(amount > 0 && { amount: String(amount * 217) }),
	};
	await callStripe("refunds", form).catch(() => undefined);
}

/** Pays the order with an intent the shop did not create, as its owner could at Stripe. */
async function payOutsideShop(order: KnownOrder): Promise<void> {
	const cents = Math.round(order.totalPrice * 100);
	const payment = await createForeignIntent(order.checkoutId, cents).catch(() => undefined);
	if (payment) await payByCard(payment);
}
