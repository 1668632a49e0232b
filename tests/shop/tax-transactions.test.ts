/** Stripe Tax in the life of an order: recorded when it is paid, reversed when it is refunded. */
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { allowConsole } from "../setup/console-guard.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const shipping: PricingConfig["shipping"] = {
	countries: ["DE", "AT"],
	rates: [{ countries: "all", price: 4.9 }],
};
const tax = { mode: "stripe", behaviour: "exclusive" };
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
const { addTool, callApi, signUp } = await import("../helpers/shop.ts");
const {
	controlStripe,
	deliverEvent,
	eventOf,
	payByCard,
	paymentOf,
	refundAtStripe,
	refundsOf: refundsAtStripe,
} = await import("../helpers/payments.ts");
const { captureQueue, deliverJobs, drainQueue, enqueueDueJobs, reconcile } = await import(
	"../helpers/payment-jobs.ts"
);
const { withD1Metrics } = await import("../../src/platform/database/d1-metrics.ts");
const { checkTaxLedger, reportedBy } = await import("../helpers/tax-ledger.ts");
const { dueTaxes, recordTax } = await import("../../src/shop/costs/record-tax.server.ts");
const { postpone } = await import("../../src/platform/database/claim-due.ts");
const { reverseTaxOfRefund } = await import("../../src/shop/refunds/reverse-tax.server.ts");
const { reconcile: runJob } = await import("../../src/shop/payments/reconcile.server.ts");

/** What happens to the shop's calls of Stripe Tax: they fail, or are done and their answers are lost. */
let fault: "none" | "away" | "lost" = "none";
/** Paths of Stripe Tax that were called. */
const calls: string[] = [];
const realFetch = globalThis.fetch;
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	const { pathname } = new URL(new Request(...request).url);
	const method = new Request(...request).method;
	if (method !== "POST" || !pathname.startsWith("/v1/tax/")) return realFetch(...request);
	calls.push(pathname.slice("/v1/tax/".length));
	if (fault === "away") throw new TypeError("Network connection lost.");
	const response = await realFetch(...request);
	if (fault === "none") return response;
	await response.body?.cancel();
	throw new TypeError("Network connection lost.");
});

beforeEach(() => {
	fault = "none";
	tax.behaviour = "exclusive";
	captureQueue();
	drainQueue();
});
afterEach(async () => {
	fault = "none";
	await reconcile();
	expect(await checkTaxLedger()).toBeGreaterThan(0);
});
// The next test file loads them in turn, with the shop's own config.
afterAll(() => void vi.resetModules());

const berlin = { line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" };
type Person = Awaited<ReturnType<typeof signUp>>;
const admin = await signUp({ role: "admin" });
const rider = await signUp({ verified: true });

/** An order of two lines, 25.99 and 19.98, with shipping and tax: 19 % of each. */
async function place(person: Person = rider) {
	const tools = [await addTool(), await addTool({ priceCents: 999 })];
	const lines = tools.map((toolId, index) => ({
		toolId,
		quantity: index + 1,
		price: index === 0 ? 25.99 : 9.99,
	}));
	const { status, body } = await callApi("POST", "/checkout", {
		token: person.token,
		body: { lines, phone: "+49 30 1", ...berlin },
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return body.order;
}

async function beginPayment(id: string) {
	const { status, body } = await callApi("POST", "/create-payment-intent", {
		token: rider.token,
		body: { orderId: id },
	});
	expect(status, JSON.stringify(body)).toBe(200);
	return paymentOf(body.clientSecret);
}

/** Pays an order and reports it. The queue then has what the shop has sent. */
async function pay(order: { _id: string; lines: { _id: string }[] }) {
	const payment = await beginPayment(order._id);
	await payByCard(payment);
	const [{ status }, { trips }] = await withD1Metrics(() =>
		callApi("PATCH", `/order/${order.lines[0]?._id}`, {
			token: rider.token,
			body: { transactionId: payment.id },
		}),
	);
	expect(status).toBe(200);
	return { ...payment, trips };
}

async function isPaidOrder() {
	const order = await place();
	const payment = await pay(order);
	const lineIds: string[] = order.lines.map(({ _id }: { _id: string }) => _id);
	return { id: order._id as string, lineIds, payment };
}

/** A paid order whose tax is recorded. */
async function recordedOrder() {
	const paid = await isPaidOrder();
	await deliverJobs(drainQueue());
	return paid;
}

function refund(lineId: string, amount?: number) {
	return callApi("POST", `/order/${lineId}/refund`, {
		token: admin.token,
		body: { reason: "other", ...(amount !== undefined && { amount }) },
	});
}

/** Lets the bank return all refunds of a payment, after they were done. */
async function returnRefunds(intentId: string): Promise<void> {
	for (const { id } of await refundsAtStripe(intentId)) {
		await controlStripe("/_refunds", { refund: id, status: "failed" });
	}
}

interface TaxColumns {
	tax_calculation_id: string | null;
	tax_transaction_id: string | null;
	tax_due_at: number | null;
	tax_failures: number;
}

const rowOf = async (id: string) =>
	(await env.DB.prepare(
		"select tax_calculation_id, tax_transaction_id, tax_due_at, tax_failures from orders where id = ?",
	)
		.bind(id)
		.first<TaxColumns>()) as TaxColumns;

interface RefundColumns {
	id: string;
	status: string;
	tax_reversal_id: string | null;
	tax_undo_id: string | null;
	tax_due_at: number | null;
}

async function refundsOf(orderId: string): Promise<RefundColumns[]> {
	const { results } = await env.DB.prepare(
		"select * from refunds where order_id = ? order by rowid",
	)
		.bind(orderId)
		.all<RefundColumns>();
	return results;
}

/** The jobs of Stripe Tax among messages. */
const taxJobs = (messages: unknown[]) =>
	(messages as { task?: string; id: string }[]).filter(({ task }) => task?.startsWith("tax"));

describe("the tax of a checkout", () => {
	it.each(["exclusive", "inclusive"])(
		"that is %s is recorded by the queue, not while the payment settles",
		async (behaviour) => {
			tax.behaviour = behaviour;
			calls.length = 0;
			const { id, payment } = await isPaidOrder();
			expect(calls).toEqual(["calculations"]);
			expect(payment.trips).toBe(3);
			expect(await rowOf(id)).toMatchObject({ tax_transaction_id: null });
			const jobs = drainQueue();
			expect(taxJobs(jobs)).toEqual([{ task: "tax", id }]);
			await deliverJobs(jobs);
			const { tax_transaction_id, tax_due_at } = await rowOf(id);
			expect(tax_due_at).toBeNull();
			// 19 % of 25.99, of 19.98 and of 4.90, each rounded.
			const expected =
				behaviour === "exclusive"
					? { cents: 6054, taxCents: 494 + 380 + 93 }
					: { cents: 5087, taxCents: 415 + 319 + 78 };
			expect(await reportedBy(tax_transaction_id ?? "")).toEqual(expected);
		},
	);

	it("is recorded once by a queue that delivers twice, and by the job if the queue has lost it", async () => {
		const twice = await isPaidOrder();
		const jobs = drainQueue();
		await deliverJobs([...jobs, ...jobs]);
		const first = (await rowOf(twice.id)).tax_transaction_id;
		await deliverJobs(jobs);
		expect((await rowOf(twice.id)).tax_transaction_id).toBe(first);
		const lost = await isPaidOrder();
		drainQueue();
		await enqueueDueJobs();
		const due = drainQueue();
		expect(taxJobs(due)).toEqual([{ task: "tax", id: lost.id }]);
		await deliverJobs(due);
		expect((await rowOf(lost.id)).tax_transaction_id).not.toBeNull();
		await enqueueDueJobs();
		expect(taxJobs(drainQueue())).toEqual([]);
	});

	it("is recorded once if Stripe's answer is lost, and after a crash before it was stored", async () => {
		const { id } = await isPaidOrder();
		allowConsole(/"task":"tax"/);
		fault = "lost";
		await deliverJobs(drainQueue());
		expect(await rowOf(id)).toMatchObject({ tax_transaction_id: null, tax_failures: 1 });
		fault = "none";
		const recorded = await recordTax(id);
		await env.DB.prepare("update orders set tax_transaction_id = null where id = ?").bind(id).run();
		expect(await recordTax(id)).toBe(recorded);
	});

	it("is recorded of a paid checkout alone that has any, and is known then", async () => {
		const { id } = await recordedOrder();
		const recorded = (await rowOf(id)).tax_transaction_id;
		const { _id: unpaid } = await place();
		const { id: untaxed } = await isPaidOrder();
		await env.DB.prepare("update orders set tax_calculation_id = null where id = ?")
			.bind(untaxed)
			.run();
		drainQueue();
		calls.length = 0;
		expect(recorded).toMatch(/^tax_/);
		expect(await recordTax(id)).toBe(recorded);
		for (const none of [unpaid, untaxed, "unknown"])
			expect(await recordTax(none), none).toBeUndefined();
		expect(calls).toEqual([]);
	});

	it("is tried again with a backoff while Stripe Tax is away", async () => {
		const { id } = await isPaidOrder();
		allowConsole(/"task":"tax"/);
		fault = "away";
		await deliverJobs(drainQueue());
		const { tax_due_at, tax_failures } = await rowOf(id);
		expect(tax_failures).toBe(1);
		expect(Number(tax_due_at) - Date.now()).toBeGreaterThan(4 * 60_000);
		await postpone(dueTaxes, id);
		expect(Number((await rowOf(id)).tax_due_at) - Date.now()).toBeGreaterThan(9 * 60_000);
	});

	it("of a checkout that is repriced is that of the new calculation", async () => {
		const order = await place();
		const before = await rowOf(order._id);
		const removed = await callApi("DELETE", `/order?id=${order.lines[1]._id}`, {
			token: rider.token,
		});
		expect(removed.body).toEqual({ deletedCount: 1 });
		const after = await rowOf(order._id);
		expect(after.tax_calculation_id).not.toBe(before.tax_calculation_id);
		await pay(order);
		await deliverJobs(drainQueue());
		const { tax_transaction_id } = await rowOf(order._id);
		expect(await reportedBy(tax_transaction_id ?? "")).toEqual({ cents: 3676, taxCents: 587 });
	});

	it("is calculated for the shipping as placed if the shop no longer ships there", async () => {
		const order = await place();
		shipping.countries = ["AT"];
		try {
			const { status } = await callApi("DELETE", `/order?id=${order.lines[1]._id}`, {
				token: rider.token,
			});
			expect(status).toBe(200);
		} finally {
			shipping.countries = ["DE", "AT"];
		}
		await pay(order);
		await deliverJobs(drainQueue());
		const { tax_transaction_id } = await rowOf(order._id);
		expect(await reportedBy(tax_transaction_id ?? "")).toEqual({ cents: 3676, taxCents: 587 });
	});
});

it("a job that runs meanwhile leaves to the queue what was sent to it just now", async () => {
	const sentByJob = async () => {
		await runJob();
		return taxJobs(drainQueue());
	};
	const { lineIds, payment } = await isPaidOrder();
	const sent = drainQueue();
	expect(await sentByJob()).toEqual([]);
	await deliverJobs(sent);
	expect((await refund(lineIds[0] ?? "", 1)).status).toBe(201);
	expect(taxJobs(drainQueue())).toHaveLength(1);
	expect(await sentByJob()).toEqual([]);
	allowConsole(/"code":"refund_failed"/);
	await returnRefunds(payment.id);
	expect((await deliverEvent(await eventOf(payment.id, "refund.failed"))).status).toBe(200);
	expect(taxJobs(drainQueue())).toHaveLength(1);
	expect(await sentByJob()).toEqual([]);
});

describe("the tax of a refund", () => {
	it("is reversed by the queue, in any parts, and adds up to the tax", async () => {
		const { id, lineIds } = await recordedOrder();
		for (const [index, amount] of [0.01, 3.33, undefined].entries()) {
			expect((await refund(lineIds[0] ?? "", amount)).status, String(index)).toBe(201);
			const jobs = drainQueue();
			expect(taxJobs(jobs)).toMatchObject([{ task: "tax_reversal" }]);
			await deliverJobs([...jobs, ...jobs]);
		}
		expect((await refund(lineIds[1] ?? "")).status).toBe(201);
		await deliverJobs(drainQueue());
		const refunds = await refundsOf(id);
		const reversed = await Promise.all(
			refunds.map(({ tax_reversal_id }) => reportedBy(tax_reversal_id ?? "")),
		);
		expect(reversed.map(({ cents }) => cents).slice(0, 2)).toEqual([-1, -333]);
		expect(reversed.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(-967);
	});

	it("made in Stripe's Dashboard is reversed once, also of several lines", async () => {
		const { id, lineIds, payment } = await recordedOrder();
		const [first] = lineIds;
		expect((await refund(first ?? "", 5)).status).toBe(201);
		await refundAtStripe(payment.id);
		expect((await deliverEvent(await eventOf(payment.id, "charge.refunded"))).status).toBe(200);
		expect(taxJobs(drainQueue())).toHaveLength(2);
		await reconcile();
		const refunds = await refundsOf(id);
		expect(refunds).toHaveLength(2);
		expect(new Set(refunds.map(({ tax_reversal_id }) => tax_reversal_id)).size).toBe(2);
	});

	it("waits for the tax of its checkout, and is reversed once if answers are lost", async () => {
		const { id, lineIds } = await isPaidOrder();
		allowConsole(/"task":"tax(_reversal)?"/);
		expect((await refund(lineIds[0] ?? "", 10)).status).toBe(201);
		fault = "lost";
		await deliverJobs(drainQueue());
		await enqueueDueJobs();
		await deliverJobs(drainQueue());
		fault = "none";
		await enqueueDueJobs();
		await deliverJobs(drainQueue());
		await enqueueDueJobs();
		await deliverJobs(drainQueue());
		expect(await refundsOf(id)).toMatchObject([{ tax_due_at: null, tax_undo_id: null }]);
	});

	it("is tried again with a backoff while Stripe Tax is away", async () => {
		const { id, lineIds } = await recordedOrder();
		allowConsole(/"task":"tax_reversal"/);
		expect((await refund(lineIds[0] ?? "", 10)).status).toBe(201);
		fault = "away";
		await deliverJobs(drainQueue());
		const [waiting] = await refundsOf(id);
		expect(waiting).toMatchObject({ tax_failures: 1, tax_reversal_id: null });
		expect(Number(waiting?.tax_due_at) - Date.now()).toBeGreaterThan(4 * 60_000);
		fault = "none";
		await reconcile();
		const [reversed] = await refundsOf(id);
		expect(reversed).toMatchObject({ tax_due_at: null, tax_reversal_id: expect.any(String) });
		// A message that arrives again.
		await reverseTaxOfRefund(reversed?.id ?? "");
		expect(await refundsOf(id)).toEqual([reversed]);
	});

	it("that fails later is undone, also if it fails while the tax is being reversed", async () => {
		const { id, lineIds, payment } = await recordedOrder();
		for (const lineId of lineIds) expect((await refund(lineId, 1)).status).toBe(201);
		allowConsole(/"code":"refund_failed"/);
		const [first, second] = taxJobs(drainQueue());
		await deliverJobs([first]);
		await returnRefunds(payment.id);
		expect((await deliverEvent(await eventOf(payment.id, "refund.failed"))).status).toBe(200);
		expect(taxJobs(drainQueue())).toHaveLength(2);
		await deliverJobs([first, second]);
		for (const row of await refundsOf(id)) {
			expect(row).toMatchObject({ status: "failed", tax_due_at: null });
			expect(row.tax_undo_id).not.toBeNull();
		}
	});

	it("that fails before it is reversed is left out, if others have reversed the rest meanwhile", async () => {
		const { id, lineIds, payment } = await recordedOrder();
		allowConsole(/"code":"refund_failed"/);
		expect((await refund(lineIds[0] ?? "")).status).toBe(201);
		await returnRefunds(payment.id);
		expect((await deliverEvent(await eventOf(payment.id, "refund.failed"))).status).toBe(200);
		// The queue has lost its messages.
		drainQueue();
		for (const lineId of lineIds) expect((await refund(lineId)).status).toBe(201);
		await deliverJobs(drainQueue());
		await reconcile();
		expect(await refundsOf(id)).toMatchObject([
			{ status: "failed", tax_reversal_id: null, tax_undo_id: null, tax_due_at: null },
			{ status: "done", tax_due_at: null },
			{ status: "done", tax_due_at: null },
		]);
	});
});
