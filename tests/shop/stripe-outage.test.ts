/** Stripe fails. The only file that switches faults, at its own stand-in. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { issueRefund } from "../../src/shop/refunds/issue-refund.server.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	callStripe,
	checkLedgerAfterEach,
	closeOrderDirectly,
	deliverEvent,
	eventOf,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	refundsOf,
	reportPayment,
	requestIntent,
	rowOf,
} from "../helpers/payments.ts";
import { addTool, callApi, placeLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

const realFetch = globalThis.fetch;
let stripeUnreachable = false;
let stripeCalls = 0;
/** The idempotency keys that the calls had. */
const sentKeys: (string | null)[] = [];
/** Runs once, after Stripe has done what the next call asks and before the shop has its answer. */
let meanwhile: (() => Promise<unknown>) | undefined;
// Must run before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	stripeCalls += 1;
	sentKeys.push(new Headers(request[1]?.headers).get("Idempotency-Key"));
	if (stripeUnreachable) throw new TypeError("Network connection lost.");
	const response = await realFetch(...request);
	const work = meanwhile;
	meanwhile = undefined;
	await work?.();
	return response;
});

checkLedgerAfterEach();

/** A fault of the stand-in: of every call, or of an endpoint and a number of calls. */
type ApiFault = "500" | "hang" | { fault: "lost"; only: string; count?: number };

/** Runs `work` while the stand-in fails, and resets the stand-in afterwards. */
async function withApiFault<T>(api: ApiFault, work: () => Promise<T>): Promise<T> {
	const turn = async (to: ApiFault | "ok") => {
		const body = JSON.stringify({ api: to });
		const { ok } = await realFetch(`${env.STRIPE_API_URL}/_faults`, { method: "POST", body });
		if (!ok) throw new Error(`the stand-in can't be switched to ${body}`);
	};
	await turn(api);
	try {
		return await work();
	} finally {
		await turn("ok");
	}
}

async function withStripeUnreachable<T>(work: () => Promise<T>): Promise<T> {
	stripeUnreachable = true;
	try {
		return await work();
	} finally {
		stripeUnreachable = false;
	}
}

const fails = /"code":"payments_(failed|timeout|unavailable)"/;
const remove = (token: string, id: string) => callApi("DELETE", `/order?id=${id}`, { token });

async function customerWithOrder() {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
	return { rider, tool, line: await placeLine(rider, tool, 2) };
}

describe("when Stripe answers 500", () => {
	it("creating an intent is rejected with 502, and works with a new key afterwards", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		const rejected = await withApiFault("500", () => requestIntent(rider, line));
		expect([rejected.status, rejected.body.error.code]).toEqual([502, "payments_failed"]);
		expect(await rowOf(line._id)).toMatchObject({ payment_intent_id: null, payment_attempt: 2 });
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("reporting a payment is rejected with 502, and works afterwards", async () => {
		allowConsole(fails);
		const { rider, line } = await customerWithOrder();
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		const report = () => reportPayment(rider, line, payment.id);
		expect((await withApiFault("500", report)).status).toBe(502);
		expect((await rowOf(line._id)).transaction_id).toBeNull();
		expect((await report()).body.paid).toBe(true);
	});

	it("deleting an order is rejected with 502 and the stock stays reserved, and works afterwards", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		await beginPayment(rider, line);
		expect((await withApiFault("500", () => remove(rider.token, line._id))).status).toBe(502);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		expect((await remove(rider.token, line._id)).body).toEqual({ deletedCount: 1 });
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("the scheduled job continues with other work, and does the rest the next time", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		await beginPayment(rider, line);
		const unbegun = await placeLine(rider, tool);
		await expireReservation(line._id);
		await expireReservation(unbegun._id);
		await withApiFault("500", reconcile);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		await reconcile();
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("a refund stays due, and is paid once by the job, the webhook and the job again", async () => {
		allowConsole(fails);
		const { rider, line } = await customerWithOrder();
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		const event = await eventOf(payment.id);
		expect((await withApiFault("500", () => deliverEvent(event))).status).toBe(502);
		await withApiFault("500", reconcile);
		const owed = await env.DB.prepare("select done_at from refunds where intent_id = ?")
			.bind(payment.id)
			.first();
		expect(owed).toEqual({ done_at: null });
		expect(await refundsOf(payment.id)).toEqual([]);
		await Promise.all([reconcile(), reconcile()]);
		expect((await deliverEvent(event)).status).toBe(200);
		await reconcile();
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
	});

	it("a refund is paid once, though Stripe stores a failure under its idempotency key", async () => {
		const { rider, line } = await customerWithOrder();
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		const failed = await withApiFault("500", () =>
			realFetch(`${env.STRIPE_API_URL}/v1/refunds`, {
				method: "POST",
				headers: {
					Authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
					"Idempotency-Key": `refund-${payment.id}`,
				},
				body: new URLSearchParams({
					payment_intent: payment.id,
					"metadata[orderId]": line.orderId,
					"metadata[number]": String(line.orderNumber),
					"metadata[refundId]": payment.id,
				}),
			}),
		);
		expect(failed.status).toBe(500);
		const event = await eventOf(payment.id);
		expect((await deliverEvent(event)).status).toBe(200);
		expect((await deliverEvent(event)).status).toBe(200);
		expect(await refundsOf(payment.id)).toHaveLength(1);
		// What is done needs Stripe no more.
		await withStripeUnreachable(() => issueRefund(payment.id));
	});

	it("the health check reports it", async () => {
		const { body } = await withApiFault("500", () => callApi("GET", "/health"));
		expect(body).toMatchObject({ ok: false, database: true, images: true, payments: false });
	});

	it("everything that needs no payment works", async () => {
		await withApiFault("500", async () => {
			const { rider, tool, line } = await customerWithOrder();
			expect((await remove(rider.token, line._id)).status).toBe(200);
			expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		});
	});
});

describe("when Stripe does not respond", () => {
	it("creating an intent is rejected with 504 within 20 s", async () => {
		allowConsole(fails);
		const { rider, line } = await customerWithOrder();
		let waitedMs: number | undefined;
		const rejected = await withApiFault("hang", async () => {
			// The clock goes on as soon as a call hangs: nobody waits for the real timeouts.
			vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
			const [begun, callsBefore] = [Date.now(), stripeCalls];
			const response = requestIntent(rider, line).finally(() => {
				waitedMs = Date.now() - begun;
			});
			while (waitedMs === undefined) {
				if (stripeCalls > callsBefore && vi.getTimerCount() > 0)
					await vi.advanceTimersToNextTimerAsync();
				await scheduler.wait(1);
			}
			return response;
		}).finally(() => vi.useRealTimers());
		expect([rejected.status, rejected.body.error.code]).toEqual([504, "payments_timeout"]);
		expect(waitedMs).toBeLessThan(20_000);
		expect(waitedMs).toBeGreaterThan(8_000);
		await beginPayment(rider, line);
	});
});

describe("when Stripe can't be reached", () => {
	it("creating an intent is rejected with 503, and works afterwards", async () => {
		allowConsole(fails);
		const { rider, line } = await customerWithOrder();
		const rejected = await withStripeUnreachable(() => requestIntent(rider, line));
		expect([rejected.status, rejected.body.error.code]).toEqual([503, "payments_unavailable"]);
		await beginPayment(rider, line);
	});

	it("deleting an order is rejected with 503 and the stock stays reserved", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		await beginPayment(rider, line);
		expect((await withStripeUnreachable(() => remove(rider.token, line._id))).status).toBe(503);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
	});
});

/** Each call that changes something at Stripe. The shop's client repeats a call once. */
describe("when Stripe does what it is asked and its answer is lost", () => {
	const create = "POST /v1/payment_intents";
	const cancel = "POST /v1/payment_intents/:id/cancel";
	const refund = "POST /v1/refunds";
	const once = (only: string) => ({ fault: "lost", only, count: 1 }) as const;
	const always = (only: string) => ({ fault: "lost", only }) as const;

	/** The intents that Stripe has for an order. */
	async function intentsFor({ _id }: { _id: string }): Promise<Stripe.PaymentIntent[]> {
		const { data } = await callStripe<Stripe.ApiList<Stripe.PaymentIntent>>(
			"payment_intents?limit=100",
		);
		return data.filter(({ metadata }) => metadata.orderId === _id);
	}

	/** A payment for an order that was closed before, so that it is due to be refunded. */
	async function paymentToRefund() {
		const { rider, line } = await customerWithOrder();
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		return { payment, event: await eventOf(payment.id) };
	}

	it("creating an intent: the call is repeated, and there is one intent", async () => {
		const { rider, line } = await customerWithOrder();
		const payment = await withApiFault(once(create), () => beginPayment(rider, line));
		expect((await intentsFor(line)).map(({ id }) => id)).toEqual([payment.id]);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
	});

	it("creating an intent, again and again: the next attempt finds the same intent", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		const rejected = await withApiFault(always(create), () => requestIntent(rider, line));
		expect([rejected.status, rejected.body.error.code]).toEqual([503, "payments_unavailable"]);
		const [made] = await intentsFor(line);
		const payment = await beginPayment(rider, line);
		expect(payment.id).toBe(made?.id);
		expect(await intentsFor(line)).toHaveLength(1);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("creating an intent that nobody asks for again: nobody can pay it, and the stock returns", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		await withApiFault(always(create), () => requestIntent(rider, line));
		await expireReservation(line._id);
		await reconcile();
		expect((await intentsFor(line)).map(({ status }) => status)).toEqual([
			"requires_payment_method",
		]);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("creating an intent of an order that is deleted meanwhile: nobody can pay it", async () => {
		const { rider, tool, line } = await customerWithOrder();
		meanwhile = () => remove(rider.token, line._id);
		const rejected = await requestIntent(rider, line);
		expect([rejected.status, rejected.body.error.code]).toEqual([409, "order_closed"]);
		expect((await intentsFor(line)).map(({ status }) => status)).toEqual(["canceled"]);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("cancelling: the call is repeated, and the order deleted", async () => {
		const { rider, tool, line } = await customerWithOrder();
		await beginPayment(rider, line);
		const deleted = await withApiFault(once(cancel), () => remove(rider.token, line._id));
		expect(deleted.body).toEqual({ deletedCount: 1 });
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("cancelling, again and again: the order stays, and can be deleted or paid afterwards", async () => {
		allowConsole(fails);
		const [first, second] = [await customerWithOrder(), await customerWithOrder()];
		for (const { rider, tool, line } of [first, second]) {
			const payment = await beginPayment(rider, line);
			const rejected = await withApiFault(always(cancel), () => remove(rider.token, line._id));
			expect(rejected.status).toBe(503);
			expect((await intentAtStripe(payment.id)).status).toBe("canceled");
			expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		}
		expect((await remove(first.rider.token, first.line._id)).body).toEqual({ deletedCount: 1 });
		expect(await ledgerOf(first.tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		const payment = await beginPayment(second.rider, second.line);
		await payByCard(payment);
		const paid = await reportPayment(second.rider, second.line, payment.id);
		expect(paid.body.paid).toBe(true);
		expect(await ledgerOf(second.tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("cancelling for the scheduled job: the next run closes the order", async () => {
		allowConsole(fails);
		const { rider, tool, line } = await customerWithOrder();
		await beginPayment(rider, line);
		await expireReservation(line._id);
		await withApiFault(always(cancel), reconcile);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		await reconcile();
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("refunding: the call is repeated, and the money returned once", async () => {
		const { payment, event } = await paymentToRefund();
		const delivered = await withApiFault(once(refund), () => deliverEvent(event));
		expect(delivered.status).toBe(200);
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		expect(sentKeys.filter((key) => key === `refund-${payment.id}`)).toHaveLength(2);
	});

	it("refunding, again and again: the refund stays due, and the job finds the one that was made", async () => {
		allowConsole(fails);
		const { payment, event } = await paymentToRefund();
		expect((await withApiFault(always(refund), () => deliverEvent(event))).status).toBe(503);
		const stored = () =>
			env.DB.prepare(
				"select stripe_refund_id as refund_id, done_at from refunds where intent_id = ?",
			)
				.bind(payment.id)
				.first();
		expect(await stored()).toEqual({ refund_id: null, done_at: null });
		const [made, ...others] = await refundsOf(payment.id);
		expect(others).toEqual([]);
		await reconcile();
		await reconcile();
		expect((await deliverEvent(event)).status).toBe(200);
		expect(await refundsOf(payment.id)).toHaveLength(1);
		expect(await stored()).toEqual({ refund_id: made?.id, done_at: expect.any(Number) });
	});

	it("the customer's own call: the card is charged once, and the job finds the payment", async () => {
		const { rider, tool, line } = await customerWithOrder();
		const payment = await beginPayment(rider, line);
		const confirm = once("POST /v1/payment_intents/:id/confirm");
		await expect(withApiFault(confirm, () => payByCard(payment))).rejects.toThrow();
		await reconcile();
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});
});
