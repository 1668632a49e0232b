/** A small world of two customers, an administrator and two tools, and what its people were told. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect } from "vitest";
import { signatureOf } from "../payments.ts";
import { type Answer, addTool, ask, type Person, signUp } from "../shop.ts";
import {
	type Books,
	followMoney,
	holdsNoMore,
	type Mark,
	markNow,
	openBooks,
	ordersAreSound,
	partnersAddUp,
	stockAddsUp,
	type Whereabouts,
} from "./books.ts";

/** An order as its customer asked for it: sent again, it is the same. */
export interface Asked {
	owner: number;
	key: string;
	body: {
		productCode: string;
		quantity: number;
		phone: string;
		address: string;
		partner?: string;
	};
}

export interface KnownOrder {
	id: string;
	owner: number;
	toolId: string;
	totalPrice: number;
	/** What its customer holds to pay with. */
	intentId?: string;
	secret?: string;
	/** What the shop has promised of it. */
	paidBy?: string;
	deleted?: boolean;
	shipped?: boolean;
}

export interface World {
	/** Site that some of the customers come from. */
	partner: string;
	mark: Mark;
	customers: [Person, Person];
	admin: Person;
	tools: string[];
	asked: Asked[];
	orders: KnownOrder[];
	/** Which order each customer's key gave. */
	keys: Map<string, string>;
	/** What was stocked of each tool when last looked at. */
	stocked: Map<string, number>;
}

let people: Promise<[Person, Person, Person]> | undefined;

/** The same people in every world: signing up takes longer than a world lasts. */
function samePeople(): Promise<[Person, Person, Person]> {
	people ??= (async () => [
		await signUp({ verified: true }),
		await signUp(),
		await signUp({ role: "admin" }),
	])();
	return people;
}

/** A new world, with tools of its own. */
export async function newWorld(pieces: [number, number]): Promise<World> {
	const [one, other, admin] = await samePeople();
	const tools: string[] = [];
	for (const quantity of pieces) tools.push(await addTool({ quantity }));
	return {
		partner: `blog-${crypto.randomUUID().slice(0, 8)}`,
		mark: await markNow(),
		customers: [one, other],
		admin,
		tools,
		asked: [],
		orders: [],
		keys: new Map(),
		stocked: new Map(tools.map((id, place) => [id, pieces[place] ?? 0])),
	};
}

export function customerOf(world: World, owner: number): Person {
	const [one, other] = world.customers;
	return owner % 2 === 0 ? one : other;
}

/** Takes down an order that the shop has confirmed. A key may give one order only. */
export function noteOrder(world: World, { owner, key, body }: Asked, answer: Answer): void {
	const { order } = answer.body;
	const before = world.keys.get(`${owner}:${key}`);
	if (before) {
		expect(order._id, "the order of a key").toBe(before);
		return;
	}
	expect(order).toMatchObject({ productCode: body.productCode, quantity: body.quantity });
	world.keys.set(`${owner}:${key}`, order._id);
	const { _id: id, totalPrice } = order;
	world.orders.push({ id, owner, toolId: body.productCode, totalPrice });
}

/** Checks everything that must hold at any time. `restocked` allows that more or less was stocked. */
export async function check(world: World, restocked: boolean): Promise<Whereabouts[]> {
	const books = await openBooks(world.tools, world.mark);
	stockAddsUp(books);
	ordersAreSound(books);
	partnersAddUp(books);
	// Of the two customers the second one's e-mail is not verified.
	holdsNoMore(books, world.customers[1].id, {
		open: Number(env.MAX_OPEN_ORDERS_UNVERIFIED),
		held: Number(env.MAX_HELD_PIECES_UNVERIFIED),
	});
	for (const { id, stocked } of books.tools) {
		if (!restocked) expect(stocked, `stocked of ${id}`).toBe(world.stocked.get(id));
		world.stocked.set(id, stocked);
	}
	promisesAreKept(world, books);
	const money = followMoney(books);
	for (const { intent, paid, owed } of money) {
		if (paid === 0 && !owed)
			expect(books.handled, "an event that is still to be handled").not.toContain(intent.id);
	}
	return money;
}

/** What a customer or an administrator was told stays true. */
function promisesAreKept(world: World, { orders }: Books): void {
	for (const promised of world.orders) {
		const order = orders.get(promised.id);
		expect(order, "a confirmed order").toBeDefined();
		if (promised.paidBy) expect(order?.transaction_id, "paid").toBe(promised.paidBy);
		if (promised.deleted) expect(order?.closed_at, "deleted").not.toBeNull();
		if (promised.shipped) expect(order?.status, "shipped").toBe("Shipped");
	}
}

/** Brings an event to the shop as Stripe does. */
export function deliver(event: Stripe.Event): Promise<Answer> {
	const body = JSON.stringify(event);
	const headers = { "Stripe-Signature": signatureOf(body) };
	return ask("POST", "/stripe/webhook", { body, headers });
}
