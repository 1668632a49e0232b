/**
 * Kills the built shop in the middle of orders, payments, refunds and shipments and restarts it on the same
 * state, several times. What it confirmed must stay true, and no piece and no cent may be lost.
 *
 * CRASH_ROUNDS=30 runs more rounds.
 */
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { run } from "../../local/processes.ts";
import { openSession } from "../../local/session.ts";
import {
	type ConfirmedLine,
	type ConfirmedOrder,
	call,
	cancelOrder,
	deleteLine,
	type Person,
	type PricedTool,
	payByCard,
	placeOrder,
	refundOrder,
	reportPayment,
	shipOrders,
} from "./customers.ts";
import { type KillableShop, openKillableShop } from "./killable-shop.ts";

const rounds = Number(process.env.CRASH_ROUNDS || 3);
/** Concurrent customers in a round. */
const customerCount = 6;
const initialPieces = 60;

let shop: KillableShop;
let admin: Person;
const people: Person[] = [];
let tools: PricedTool[] = [];
const confirmed: ConfirmedOrder[] = [];

const toolsSchema = v.array(v.object({ _id: v.string(), quantity: v.number(), price: v.number() }));
const lineSchema = v.object({
	_id: v.string(),
	orderId: v.string(),
	productCode: v.string(),
	quantity: v.number(),
	totalPrice: v.number(),
	status: v.string(),
	paid: v.boolean(),
	refunded: v.optional(v.boolean(), false),
	refundedPrice: v.optional(v.number(), 0),
	cancelled: v.optional(v.boolean(), false),
	restocked: v.optional(v.boolean(), false),
	transactionId: v.optional(v.string()),
});
type OrderJson = v.InferOutput<typeof lineSchema>;

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
	// Orders of buyers whose e-mail is not verified are few a minute, and those here come from one network.
	await shop.kill();
	shop.verifyEmails();
	await shop.start();
	const { body } = await call(shop, "GET", "/service?limit=3");
	tools = v.parse(toolsSchema, body).map(({ _id, price }) => ({ id: _id, price }));
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

/** Where the shop may be killed. */
const killMoments = ["paying", "ordering", "refunding"] as const;
type KillMoment = (typeof killMoments)[number];

/** What is done with the first line of a paid order. */
const returnKinds = ["cancelled", "refunded", "cancelled while it is shipped"] as const;

interface Visit {
	tools: PricedTool[];
	quantity: number;
	/** One of several orders is removed, and the rest paid. */
	removesLine: boolean;
	returns: (typeof returnKinds)[number];
}

function randomVisit(): Visit {
	const chosen = tools.filter(() => Math.random() < 0.6);
	return {
		tools: chosen.length > 0 ? chosen : tools,
		quantity: 1 + Math.floor(Math.random() * 2),
		removesLine: Math.random() < 0.3,
		returns: pickRandom([...returnKinds]),
	};
}

/** One customer's visit, and what the administrator does with the orders. Calls `checkpoint` wherever the shop may be killed. */
async function shopOnce(visit: Visit, checkpoint: (what: KillMoment) => void): Promise<void> {
	const ordering = placeOrder(shop, pickRandom(people), visit.tools, visit.quantity);
	checkpoint("ordering");
	const order = await ordering;
	if (!order) return;
	confirmed.push(order);
	const { owner, lines } = order;
	if (visit.removesLine) await deleteLine(shop, owner, pickRandom(lines));
	const paying = payByCard(shop, order);
	checkpoint("paying");
	if (!(await paying)) return;
	const reporting = reportPayment(shop, order);
	checkpoint("paying");
	if (!(await reporting)) return;
	const [first, ...others] = lines.filter(({ deleted }) => !deleted);
	if (!first) return;
	const returning = returnLine(visit.returns, owner, first);
	checkpoint("refunding");
	await returning;
	if (others.length === 0) return;
	const shipping = shipOrders(shop, admin, others);
	checkpoint("refunding");
	await shipping;
}

async function returnLine(
	kind: Visit["returns"],
	owner: Person,
	line: ConfirmedLine,
): Promise<void> {
	if (kind === "refunded")
		return refundOrder(shop, admin, line, Math.random() < 0.5 ? 1.23 : undefined);
	const shipping = kind === "cancelled while it is shipped" && shipOrders(shop, admin, [line]);
	await Promise.all([cancelOrder(shop, owner, line), shipping]);
}

/** Runs all customers until the shop is killed at a random checkpoint of the given kind. */
async function shopUntilKilled(kind: KillMoment): Promise<void> {
	let checkpointsLeft = customerCount + Math.floor(Math.random() * 2 * customerCount);
	let killed: Promise<void> | undefined;
	const checkpoint = (what: string) => {
		if (what === kind) checkpointsLeft -= 1;
		if (checkpointsLeft === 0) killed ??= shop.kill();
	};
	// A broken connection proves nothing: the checks afterwards show what was done.
	const ignoreBroken = () => undefined;
	const customer = async () => {
		while (!killed) await shopOnce(randomVisit(), checkpoint).catch(ignoreBroken);
	};
	await Promise.all(Array.from({ length: customerCount }, customer));
	await killed;
}

async function allOrders(): Promise<OrderJson[]> {
	const found: OrderJson[] = [];
	let next: string | undefined = "/order?limit=100";
	while (next) {
		const { body, headers } = await call(shop, "GET", next, { token: admin.token });
		found.push(...v.parse(v.array(lineSchema), body));
		next = headers.get("Link")?.match(/^<\/api(\/.+)>; rel="next"$/)?.[1];
	}
	return found;
}

const refundsSchema = v.object({ data: v.array(v.object({ amount: v.number() })) });

/** What Stripe has refunded of a payment, in cents, refund by refund. */
async function refundsOf(intentId: string): Promise<number[]> {
	const url = `${shop.stripeUrl}/v1/refunds?payment_intent=${intentId}&limit=100`;
	const response = await fetch(url, { headers: { Authorization: `Bearer ${shop.keys.secret}` } });
	return v.parse(refundsSchema, await response.json()).data.map(({ amount }) => amount);
}

const toCents = (price: number) => Math.round(price * 100);
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const refundedCents = ({ refunded, refundedPrice, totalPrice }: OrderJson) =>
	toCents(refunded ? totalPrice : refundedPrice);
/** Whether an order has its pieces: a paid one until it is restocked, an unpaid one until it is closed. */
const hasPieces = ({ paid, restocked, refunded }: OrderJson) => (paid ? !restocked : !refunded);
const piecesOf = (lines: OrderJson[], tool: string) =>
	sumOf(
		lines
			.filter((line) => line.productCode === tool && hasPieces(line))
			.map(({ quantity }) => quantity),
	);

/** Everything confirmed is stored, every payment has its orders or its refund, no piece and no cent is missing. */
async function expectNothingLost(stockedByTool: Map<string, number>): Promise<void> {
	const lines = await allOrders();
	const byId = new Map(lines.map((line) => [line._id, line]));
	for (const order of confirmed) {
		for (const known of order.lines) {
			const line = byId.get(known.id);
			const { id, deleteRequested, deleted, cancelled, shipped } = known;
			if (!deleteRequested) expect(line, `${id} was confirmed`).toBeDefined();
			if (deleted) expect(line, `${id} was confirmed as deleted`).toBeUndefined();
			const facts = {
				...(order.paid && !deleteRequested && { paid: true }),
				...(cancelled && { cancelled: true }),
				...(shipped && { status: "Shipped" }),
			};
			if (!deleted) expect(line ?? {}, `${id} was confirmed so`).toMatchObject(facts);
			if (line?.cancelled) expect(line.status, `${id} is cancelled`).toBe("Pending");
			if (line) expect(refundedCents(line)).toBeGreaterThanOrEqual(known.refundedCents);
		}
	}
	await expectPaymentsAddUp(lines);
	const { body } = await call(shop, "GET", "/service?limit=100");
	for (const { _id, quantity } of v.parse(toolsSchema, body)) {
		if (!stockedByTool.has(_id)) continue;
		expect(quantity + piecesOf(lines, _id), `pieces of ${_id}`).toBe(stockedByTool.get(_id));
	}
}

/** Each payment has paid one order, whose lines show what Stripe has refunded, or was refunded once. */
async function expectPaymentsAddUp(lines: OrderJson[]): Promise<void> {
	for (const { id, paidAtStripe } of confirmed) {
		if (!paidAtStripe) continue;
		const paid = lines.filter(({ transactionId }) => transactionId === paidAtStripe);
		const refunds = await refundsOf(paidAtStripe);
		if (paid.length === 0) {
			expect(refunds, `refunds of ${paidAtStripe}`).toHaveLength(1);
			continue;
		}
		expect(new Set(paid.map(({ orderId }) => orderId)), `paid by ${paidAtStripe}`).toEqual(
			new Set([id]),
		);
		expect(sumOf(paid.map(refundedCents)), `refunded of ${paidAtStripe}`).toBe(sumOf(refunds));
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
	expect((await fetch(`${shop.url}/cdn-cgi/local/scheduled`)).status).toBe(200);
}

describe("the built shop, killed and restarted", () => {
	it("loses no order, payment or piece", { timeout: (rounds + 1) * 120_000 }, async () => {
		const stockedByTool = new Map(tools.map(({ id }) => [id, 0]));
		const stockAll = async () => {
			const before = await allOrders();
			for (const { id } of tools) {
				await setStock(id, initialPieces);
				stockedByTool.set(id, initialPieces + piecesOf(before, id));
			}
		};
		for (let round = 0; round < rounds; round += 1) {
			await stockAll();
			// Stripe does calls whose answers are lost, the client's own retries among them.
			const api = { fault: "lost", count: 2 * customerCount };
			await setFaults({ webhooks: round % 2 === 0 ? "drop" : "double", api });
			await shopUntilKilled(killMoments[round % killMoments.length] ?? "paying");
			await setFaults({ api: "ok" });
			await shop.start();
			await runJob();
			// The job continues after its response.
			await vi.waitFor(() => expectNothingLost(stockedByTool), { timeout: 20_000, interval: 300 });
		}
		// How far the customers came before each kill depends on the machine, so the restarted shop does everything once more.
		await setFaults({ webhooks: "ok" });
		await stockAll();
		const confirmedBefore = confirmed.length;
		for (const returns of returnKinds)
			await shopOnce({ tools, quantity: 1, removesLine: true, returns }, () => undefined);
		const last = confirmed.slice(confirmedBefore).flatMap(({ lines }) => lines);
		for (const fact of ["cancelled", "shipped", "deleted", "refundedCents"] as const)
			expect(last.filter((line) => line[fact]).length, fact).toBeGreaterThan(0);
		await vi.waitFor(() => expectNothingLost(stockedByTool), { timeout: 20_000, interval: 300 });
		await expectHealthy();
	});
});
