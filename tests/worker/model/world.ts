/** The state of a scenario: two customers, an administrator, a few tools, and what the shop confirmed to them. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect } from "vitest";
import { type ApiResponse, addTool, callApi, type Person, signUp } from "../helpers.ts";
import { signatureOf } from "../payments.ts";
import {
	expectEventsInOutbox,
	expectOrderRefunds,
	expectPartnerSums,
	expectReservationLimits,
	expectStockAddsUp,
	expectValidCheckouts,
	expectValidOrders,
	type Ledger,
	type PaymentOutcome,
	readCursor,
	readLedger,
	type StripeCursor,
	tracePayments,
} from "./ledger.ts";

interface Line {
	productCode: string;
	quantity: number;
}

interface Delivery {
	phone: string;
	address: string;
	partner?: string;
}

/** A request for one order, or for a checkout with one for each line, kept so that it can be repeated. */
export interface OrderRequest {
	owner: number;
	key: string;
	body: Delivery & (Line | { lines: (Line & { price: number })[] });
}

export interface KnownOrder {
	id: string;
	owner: number;
	checkoutId: string;
	/** The total of its checkout when it was placed. */
	totalPrice: number;
	/** What the customer's browser received to pay with. */
	intentId?: string;
	secret?: string;
	/** What the shop has confirmed of it. */
	paidBy?: string;
	deleted?: boolean;
	shipped?: boolean;
	cancelled?: boolean;
}

export interface World {
	/** The partner that sent some of the customers. */
	partner: string;
	cursor: StripeCursor;
	customers: [Person, Person];
	admin: Person;
	tools: string[];
	orderRequest: OrderRequest[];
	orders: KnownOrder[];
	/** Checkout ids by customer and Idempotency-Key. */
	keys: Map<string, string>;
	/** The total ever stocked of each tool at the last check. */
	stocked: Map<string, number>;
}

let people: Promise<[Person, Person, Person]> | undefined;

/** The same users in every world: sign-up takes longer than a scenario. */
function sharedPeople(): Promise<[Person, Person, Person]> {
	people ??= (async () => [
		await signUp({ verified: true }),
		await signUp(),
		await signUp({ role: "admin" }),
	])();
	return people;
}

/** A new world, with tools of its own. */
export async function newWorld(pieces: number[]): Promise<World> {
	const [first, second, admin] = await sharedPeople();
	const tools: string[] = [];
	for (const quantity of pieces) tools.push(await addTool({ quantity }));
	return {
		partner: `blog-${crypto.randomUUID().slice(0, 8)}`,
		cursor: await readCursor(),
		customers: [first, second],
		admin,
		tools,
		orderRequest: [],
		orders: [],
		keys: new Map(),
		stocked: new Map(tools.map((id, index) => [id, pieces[index] ?? 0])),
	};
}

export function customerOf(world: World, owner: number): Person {
	const [first, second] = world.customers;
	return owner % 2 === 0 ? first : second;
}

/** Records the orders that the shop has confirmed. A key may only ever return one checkout. */
export function recordOrders(
	world: World,
	{ owner, key, body }: OrderRequest,
	answer: ApiResponse,
): void {
	const { insertedId: checkoutId, order, checkout } = answer.body;
	const knownId = world.keys.get(`${owner}:${key}`);
	if (knownId) {
		expect(checkoutId, "the checkout of a key").toBe(knownId);
		return;
	}
	const lines = "lines" in body ? body.lines : [body];
	const placed: { _id: string }[] = order ? [order] : checkout.orders;
	expect(placed).toMatchObject(
		lines.map(({ productCode, quantity }) => ({ productCode, quantity, checkoutId })),
	);
	world.keys.set(`${owner}:${key}`, checkoutId);
	const { totalPrice } = order ?? checkout;
	for (const { _id: id } of placed) world.orders.push({ id, owner, checkoutId, totalPrice });
}

/**
 * Checks all invariants. `stockMayChange` allows the total ever stocked to change. `isSettled` if the job
 * has run without faults.
 */
export async function check(
	world: World,
	stockMayChange: boolean,
	isSettled = false,
): Promise<PaymentOutcome[]> {
	const ledger = await readLedger(world.tools, world.cursor);
	expectStockAddsUp(ledger);
	expectValidOrders(ledger);
	expectValidCheckouts(ledger);
	expectPartnerSums(ledger);
	expectOrderRefunds(ledger, isSettled);
	expectEventsInOutbox(ledger);
	// The second customer's e-mail is not verified.
	expectReservationLimits(ledger, world.customers[1].id, {
		open: Number(env.MAX_OPEN_ORDERS_UNVERIFIED),
		reserved: Number(env.MAX_HELD_PIECES_UNVERIFIED),
	});
	for (const { id, stocked } of ledger.tools) {
		if (!stockMayChange) expect(stocked, `stocked of ${id}`).toBe(world.stocked.get(id));
		world.stocked.set(id, stocked);
	}
	expectConfirmationsHold(world, ledger);
	const payments = tracePayments(ledger);
	for (const { intent, paid, refundDue } of payments) {
		if (paid === 0 && !refundDue)
			expect(ledger.handled, "an event that is still to be handled").not.toContain(intent.id);
	}
	return payments;
}

/** What the shop confirmed to a customer or an administrator stays true. */
function expectConfirmationsHold(world: World, { orders }: Ledger): void {
	for (const known of world.orders) {
		const order = orders.get(known.id);
		expect(order, "a confirmed order").toBeDefined();
		if (known.paidBy) expect(order?.transaction_id, "paid").toBe(known.paidBy);
		if (known.deleted) expect(order?.closed_at, "deleted").not.toBeNull();
		if (known.shipped) expect(order?.status, "shipped").toBe("Shipped");
		if (known.cancelled) expect(order?.cancelled_at, "cancelled").not.toBeNull();
	}
}

/** Delivers an event to the shop as Stripe does. */
export function deliverEvent(event: Stripe.Event): Promise<ApiResponse> {
	const body = JSON.stringify(event);
	const headers = { "Stripe-Signature": signatureOf(body) };
	return callApi("POST", "/stripe/webhook", { body, headers });
}
