/**
 * Kills the built shop in the middle of orders and payments and restarts it on the same state, several
 * times. What it confirmed to a customer must stay true, and no piece and no cent may be lost.
 *
 * CRASH_ROUNDS=30 runs more rounds.
 */
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { run } from "../../local/processes.ts";
import { openSession } from "../../local/session.ts";
import {
	type ConfirmedOrder,
	call,
	deleteOrder,
	type Person,
	payByCard,
	placeOrder,
	reportPayment,
} from "./customers.ts";
import { type KillableShop, openKillableShop } from "./killable-shop.ts";

const rounds = Number(process.env.CRASH_ROUNDS || 3);
/** Concurrent customers in a round. */
const customerCount = 24;
const initialPieces = 60;

let shop: KillableShop;
let admin: Person;
const people: Person[] = [];
let tools: string[] = [];
const confirmedOrders: ConfirmedOrder[] = [];

const toolsSchema = v.array(v.object({ _id: v.string(), quantity: v.number() }));
const orderSchema = v.object({
	_id: v.string(),
	productCode: v.string(),
	quantity: v.number(),
	paid: v.boolean(),
	refunded: v.optional(v.boolean(), false),
	transactionId: v.optional(v.string()),
});
type OrderJson = v.InferOutput<typeof orderSchema>;

beforeAll(async () => {
	shop = await openKillableShop();
	await shop.start();
	const [owner, rider] = demoAccounts;
	admin = await openSession(shop.url, { email: owner.email, password: owner.password });
	people.push(await openSession(shop.url, { email: rider.email, password: rider.password }));
	for (const name of ["Bea", "Cyd", "Dee"]) {
		const email = `${name.toLowerCase()}@example.test`;
		people.push(await openSession(shop.url, { name, email, password: "a long enough one" }));
	}
	const { body } = await call(shop, "GET", "/service?limit=3");
	tools = v.parse(toolsSchema, body).map(({ _id }) => _id);
}, 120_000);

afterAll(() => shop?.close());

async function setStock(tool: string, quantity: number): Promise<void> {
	const reply = await call(shop, "PUT", `/service/${tool}`, {
		token: admin.token,
		body: { quantity },
	});
	expect(reply.status).toBe(200);
}

function pickRandom<T>(all: T[]): T {
	const [one] = all.slice(Math.floor(Math.random() * all.length));
	if (one === undefined) throw new Error("there is none");
	return one;
}

/** One customer's visit. Calls `checkpoint` wherever the shop may be killed. */
async function shopOnce(checkpoint: (what: "ordering" | "paying") => void): Promise<void> {
	const ordering = placeOrder(
		shop,
		pickRandom(people),
		pickRandom(tools),
		1 + Math.floor(Math.random() * 2),
	);
	checkpoint("ordering");
	const order = await ordering;
	if (!order) return;
	confirmedOrders.push(order);
	if (Math.random() < 0.2) return deleteOrder(shop, order);
	const paying = payByCard(shop, order);
	checkpoint("paying");
	if (!(await paying)) return;
	const reporting = reportPayment(shop, order);
	checkpoint("paying");
	await reporting;
}

/** Runs all customers until the shop is killed at a random checkpoint of the given kind. */
async function shopUntilKilled(kind: "ordering" | "paying"): Promise<void> {
	let checkpointsLeft = customerCount + Math.floor(Math.random() * 2 * customerCount);
	let killed: Promise<void> | undefined;
	const checkpoint = (what: string) => {
		if (what === kind) checkpointsLeft -= 1;
		if (checkpointsLeft === 0) killed ??= shop.kill();
	};
	// A broken connection proves nothing: the checks afterwards show what was done.
	const ignoreBroken = () => undefined;
	const customer = async () => {
		while (!killed) await shopOnce(checkpoint).catch(ignoreBroken);
	};
	await Promise.all(Array.from({ length: customerCount }, customer));
	await killed;
}

async function allOrders(): Promise<OrderJson[]> {
	const found: OrderJson[] = [];
	let next: string | undefined = "/order?limit=100";
	while (next) {
		const { body, headers } = await call(shop, "GET", next, { token: admin.token });
		found.push(...v.parse(v.array(orderSchema), body));
		next = headers.get("Link")?.match(/^<\/api(\/.+)>; rel="next"$/)?.[1];
	}
	return found;
}

const refundsSchema = v.object({ data: v.array(v.object({ status: v.string() })) });

async function refundsOf(intentId: string): Promise<number> {
	const url = `${shop.stripeUrl}/v1/refunds?payment_intent=${intentId}`;
	const response = await fetch(url, { headers: { Authorization: `Bearer ${shop.keys.secret}` } });
	return v.parse(refundsSchema, await response.json()).data.length;
}

/** Everything confirmed is stored, every payment has one order or one refund, no piece is missing. */
async function expectNothingLost(stockedByTool: Map<string, number>): Promise<void> {
	const orders = await allOrders();
	const byId = new Map(orders.map((order) => [order._id, order]));
	for (const { id, paidAtStripe, paid, deleteRequested, deleted } of confirmedOrders) {
		const order = byId.get(id);
		if (!deleteRequested) expect(order, `${id} was confirmed`).toBeDefined();
		if (paid) expect(order, `${id} was confirmed as paid`).toMatchObject({ paid: true });
		if (deleted) expect(order, `${id} was confirmed as deleted`).toBeUndefined();
		if (!paidAtStripe) continue;
		const pays = orders.filter(({ transactionId }) => transactionId === paidAtStripe);
		expect(pays.length + (await refundsOf(paidAtStripe)), `what ${paidAtStripe} paid`).toBe(1);
	}
	const { body } = await call(shop, "GET", "/service?limit=100");
	for (const { _id, quantity } of v.parse(toolsSchema, body)) {
		if (!stockedByTool.has(_id)) continue;
		const soldPieces = orders
			.filter(({ productCode, refunded }) => productCode === _id && !refunded)
			.reduce((sum, order) => sum + order.quantity, 0);
		expect(quantity + soldPieces, `pieces of ${_id}`).toBe(stockedByTool.get(_id));
	}
}

/** Expects the doctor to find nothing at this shop. */
async function expectHealthy(): Promise<void> {
	const report = await run(process.execPath, ["ops/doctor/main.ts", "--json"], {
		...shop.environment,
		WRANGLER_LOG: "error",
	});
	expect(v.parse(v.object({ status: v.string() }), JSON.parse(report)).status).toBe("ok");
}

async function setFaults(faults: object): Promise<void> {
	const body = JSON.stringify(faults);
	expect((await fetch(`${shop.stripeUrl}/_faults`, { method: "POST", body })).status).toBe(200);
}

async function runJob(): Promise<void> {
	expect((await fetch(`${shop.url}/cdn-cgi/handler/scheduled`)).status).toBe(200);
}

describe("the built shop, killed and restarted", () => {
	it("loses no order, payment or piece", { timeout: (rounds + 1) * 120_000 }, async () => {
		const stockedByTool = new Map(tools.map((tool) => [tool, 0]));
		for (let round = 0; round < rounds; round += 1) {
			const before = await allOrders();
			for (const tool of tools) {
				await setStock(tool, initialPieces);
				const soldPieces = before.filter(({ productCode }) => productCode === tool);
				stockedByTool.set(
					tool,
					initialPieces + soldPieces.reduce((sum, { quantity }) => sum + quantity, 0),
				);
			}
			// Stripe does calls whose answers are lost, the client's own retries among them.
			const api = { fault: "lost", count: 2 * customerCount };
			await setFaults({ webhooks: round % 2 === 0 ? "drop" : "double", api });
			await shopUntilKilled(round % 2 === 0 ? "paying" : "ordering");
			await setFaults({ api: "ok" });
			await shop.start();
			await runJob();
			// The job continues after its response.
			await vi.waitFor(() => expectNothingLost(stockedByTool), { timeout: 20_000, interval: 300 });
		}
		expect(confirmedOrders.length).toBeGreaterThan(rounds);
		await expectHealthy();
	});

	it("sells ten pieces to two hundred concurrent customers ten times", {
		timeout: 60_000,
	}, async () => {
		const [tool = ""] = tools;
		await setStock(tool, 10);
		const body = { productCode: tool, quantity: 1, phone: "+1 555 0100", address: "1 Test Street" };
		const order = (key: string, person: Person) =>
			call(shop, "POST", "/order", { token: person.token, body, key });
		const answers = await Promise.all(
			Array.from({ length: 200 }, () => order(crypto.randomUUID(), pickRandom(people))),
		);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([...Array(10).fill(201), ...Array(190).fill(409)]);
		await setStock(tool, 10);
		const [person = pickRandom(people)] = people;
		const same = await Promise.all(Array.from({ length: 200 }, () => order("the-same", person)));
		const ids = same.map(
			({ body }) => v.parse(v.object({ insertedId: v.string() }), body).insertedId,
		);
		expect(new Set(ids).size).toBe(1);
		const { body: checkpointsLeft } = await call(shop, "GET", `/service?id=${tool}`);
		expect(v.parse(toolsSchema, checkpointsLeft)[0]?.quantity).toBe(9);
	});
});
