/** What may happen to the shop, as data that fast-check makes up and shrinks, and how it is done. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import type Stripe from "stripe";
import { expect } from "vitest";
import { deliverJobs, handOverAll, takeJobs } from "../jobs.ts";
import { cancelAtStripe, endHold, payByCard, strangeIntent } from "../payments.ts";
import { type Answer, ask, orderOf } from "../shop.ts";
import { eventsSince } from "./books.ts";
import { type Fault, pass, turnApi, under } from "./seams.ts";
import { customerOf, deliver, type KnownOrder, noteOrder, type World } from "./world.ts";

/** One thing that happens. `which` picks what it happens to, `amount` how many or how much. */
export interface Act {
	name: (typeof names)[number];
	which: number;
	amount: number;
	fault: Fault;
}

/** One act, or two that begin together. */
export type Step = Act[];

const names = [
	...["order", "order", "again", "begin", "begin", "pay", "pay", "report", "report"],
	...["decline", "remove", "removeAsAdmin", "expire", "job", "hear", "hear", "ship"],
	...["restock", "reprice", "unlist", "cancelThere", "payPast"],
] as const;

const after = fc.nat({ max: 9 });
const fault: fc.Arbitrary<Fault> = fc.oneof(
	{ arbitrary: fc.constant<Fault>({ kind: "none" }), weight: 10 },
	{ arbitrary: after.map((after): Fault => ({ kind: "crash", after })), weight: 5 },
	{ arbitrary: after.map((after): Fault => ({ kind: "stumble", after })), weight: 1 },
	{ arbitrary: fc.constantFrom<Fault>({ kind: "away" }, { kind: "deaf" }), weight: 1 },
	{ arbitrary: fc.constantFrom<Fault>({ kind: "hang" }, { kind: "500" }), weight: 1 },
);

const act: fc.Arbitrary<Act> = fc.record({
	name: fc.constantFrom(...names),
	which: fc.nat({ max: 5 }),
	amount: fc.nat({ max: 4 }),
	fault,
});

/** One act, or two together, half of those with the same order. */
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.tuple(act),
	fc.tuple(act, act, fc.boolean()).map(([one, other, same]) => {
		return [one, same ? { ...other, which: one.which } : other];
	}),
);

/** A story: what is on the wall, and what then happens, step by step. */
export const story = fc.record({
	pieces: fc.tuple(fc.integer({ min: 3, max: 6 }), fc.integer({ min: 3, max: 9 })),
	// As long as may be: short stories end before anything can go wrong.
	steps: fc.array(step, { minLength: 1, maxLength: 40, size: "max" }),
});

/** What every story begins with: an order each, and a payment begun for both. */
export const opening: Step[] = [0, 1].flatMap((which) => [
	[{ name: "order", which, amount: which, fault: { kind: "none" } }],
	[{ name: "begin", which: 0, amount: 0, fault: { kind: "none" } }],
]);

/** Does a step: what two people do together really runs together. */
export async function take(world: World, step: Step): Promise<void> {
	const events = step.some(({ name }) => name === "hear") ? await eventsSince(world.mark) : [];
	const outage = step.some(({ fault }) => fault.kind === "500");
	if (outage) await turnApi("500");
	try {
		await Promise.all(step.map((one) => perform(world, one, events)));
	} finally {
		if (outage) await turnApi("ok");
	}
}

/** How often the shop answered with each status, or was cut off. */
export const tally = new Map<number | "crashed", number>();

function count(outcome: number | "crashed"): void {
	tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

/** Whether a step may change what was ever stocked. */
export function restocks(step: Step): boolean {
	return step.some(({ name }) => name === "restock" || name === "reprice");
}

/** One of the newest few: that is where things meet. */
function pick<T>(all: T[], which: number): T | undefined {
	return all[all.length - 1 - (which % Math.min(all.length, 4))];
}

async function perform(world: World, act: Act, events: Stripe.Event[]): Promise<void> {
	const order = pick(world.orders, act.which);
	const tool = world.tools[act.amount % world.tools.length] ?? "";
	switch (act.name) {
		case "order": {
			const partner = act.amount > 0 && { partner: world.partner };
			const body = orderOf(tool, { quantity: 1 + (act.amount % 3), ...partner });
			const asked = {
				owner: act.which % 2,
				key: crypto.randomUUID(),
				body,
			} as World["asked"][number];
			world.asked.push(asked);
			return askForOrder(world, asked, act.fault);
		}
		case "again": {
			const asked = pick(world.asked, act.which);
			return asked && askForOrder(world, asked, act.fault);
		}
		case "job":
			return runJob(act);
		case "hear": {
			const event = events[act.which % Math.max(events.length, 1)];
			if (event) await answered(act.fault, () => deliver(event));
			return;
		}
		case "restock":
		case "reprice":
		case "unlist":
			return manage(world, act, tool);
		default:
			return order && deal(world, act, order);
	}
}

/** The scheduled job, and the queue that delivers what it hands over, now and then twice at once. */
async function runJob({ fault, amount }: Act): Promise<void> {
	await under(fault, () => handOverAll(pass));
	for (let jobs = takeJobs(); jobs.length > 0; jobs = takeJobs()) {
		const times = amount % 2 === 0 ? 1 : 2;
		const deliver = () => under(fault, () => deliverJobs(jobs));
		await Promise.all(Array.from({ length: times }, deliver));
	}
}

/** The answer of a call that was not cut off. Our own fault it may only be where the database failed. */
async function answered(fault: Fault, call: () => Promise<Answer>): Promise<Answer | undefined> {
	const answer = await under(fault, call);
	count(answer === "crashed" ? answer : answer.status);
	if (answer === "crashed") return undefined;
	if (fault.kind !== "stumble") expect(answer.status, JSON.stringify(answer.body)).not.toBe(500);
	return answer;
}

async function askForOrder(
	world: World,
	asked: World["asked"][number],
	fault: Fault,
): Promise<void> {
	const { token } = customerOf(world, asked.owner);
	const headers = { "Idempotency-Key": asked.key };
	const answer = await answered(fault, () =>
		ask("POST", "/order", { token, headers, body: asked.body }),
	);
	if (answer?.status === 201) noteOrder(world, asked, answer);
}

async function manage(world: World, { name, amount, fault }: Act, tool: string): Promise<void> {
	const { token } = world.admin;
	if (name === "restock") {
		const body = { quantity: amount };
		await answered(fault, () => ask("PUT", `/service/${tool}`, { token, body }));
	} else if (name === "reprice") {
		const body = { price: 10 + amount, quantity: 1 + amount, minOrderQuantity: 1 };
		await answered(fault, () => ask("PUT", `/service?id=${tool}`, { token, body }));
	} else if (amount === 4) {
		// Rarely: a tool that is off the wall stays off.
		await answered(fault, () => ask("DELETE", `/service?id=${tool}`, { token }));
	}
}

/** What may happen to an order. */
async function deal(world: World, act: Act, order: KnownOrder): Promise<void> {
	const { token } = customerOf(world, order.owner);
	const remove = `/order?id=${order.id}`;
	switch (act.name) {
		case "begin": {
			const body = { orderId: order.id, totalPrice: order.totalPrice };
			const call = () => ask("POST", "/create-payment-intent", { token, body });
			const answer = await answered(act.fault, call);
			if (answer?.status === 200) hold(order, answer.body.clientSecret);
			return;
		}
		case "pay":
			if (order.intentId && order.secret) {
				await payByCard({ id: order.intentId, secret: order.secret }).catch(refusedByCard);
			}
			return;
		case "decline":
			return declineCard(order);
		case "report": {
			const body = { transactionId: order.intentId ?? "pi_none" };
			const call = () => ask("PATCH", `/order/${order.id}`, { token, body });
			const answer = await answered(act.fault, call);
			if (answer?.status === 200 && answer.body.paid) order.paidBy = answer.body.transactionId;
			return;
		}
		case "remove":
		case "removeAsAdmin": {
			const who = act.name === "remove" ? token : world.admin.token;
			const answer = await answered(act.fault, () => ask("DELETE", remove, { token: who }));
			if (answer?.status === 200) order.deleted = true;
			return;
		}
		case "ship": {
			const body = { status: "Shipped" };
			const call = () => ask("PUT", remove, { token: world.admin.token, body });
			const answer = await answered(act.fault, call);
			if (answer?.status === 200) order.shipped = true;
			return;
		}
		case "expire":
			return endHold(order.id);
		case "cancelThere":
			if (order.intentId) await cancelAtStripe(order.intentId).catch(() => undefined);
			return;
		case "payPast":
			await payPast(order);
	}
}

function hold(order: KnownOrder, secret: string): void {
	order.secret = secret;
	order.intentId = secret.replace(/_secret_.*$/, "");
}

/** The stand-in says 400 where the payment was cancelled or made already. */
function refusedByCard(error: unknown): void {
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

/** A payment for the order that the shop did not begin, as by its owner's hand at Stripe. */
async function payPast(order: KnownOrder): Promise<void> {
	const cents = Math.round(order.totalPrice * 100);
	const payment = await strangeIntent(order.id, cents).catch(() => undefined);
	if (payment) await payByCard(payment);
}
