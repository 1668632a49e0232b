import type Stripe from "stripe";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cardForm, KEYS, openStripe, RETURN_URL, statusForHost } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd", metadata: { orderId: "order-1" } };

describe("an idempotency key", () => {
	const idempotencyKey = "order-1-v1";

	it("replays the first response", async () => {
		const { stripe } = await openStripe();
		const first = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
		const second = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
		expect(second.id).toBe(first.id);
		expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
		expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
	});

	it("replays a decline without a second charge", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER);
		const confirm = () =>
			stripe.paymentIntents.confirm(
				id,
				{ return_url: RETURN_URL, payment_method: "pm_card_chargeDeclined" },
				{ idempotencyKey },
			);
		await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
		await expect(confirm()).rejects.toMatchObject({ code: "card_declined" });
		expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
	});

	it("is rejected with other parameters or for another endpoint", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
		const other = stripe.paymentIntents.create({ ...ORDER, amount: 2500 }, { idempotencyKey });
		await expect(other).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
		const otherCall = stripe.paymentIntents.cancel(id, {}, { idempotencyKey });
		await expect(otherCall).rejects.toMatchObject({ type: "StripeIdempotencyError" });
	});

	it("does not store a validation error", async () => {
		const { stripe } = await openStripe();
		const small = stripe.paymentIntents.create({ ...ORDER, amount: 1 }, { idempotencyKey });
		await expect(small).rejects.toMatchObject({ code: "amount_too_small" });
		const valid = await stripe.paymentIntents.create(ORDER, { idempotencyKey });
		expect(valid.amount).toBe(2400);
	});

	it("stores a 500", async () => {
		const { stripe, faults } = await openStripe();
		await faults({ api: "500" });
		const create = () => stripe.paymentIntents.create(ORDER, { idempotencyKey });
		await expect(create()).rejects.toMatchObject({ type: "StripeAPIError", statusCode: 500 });
		await faults({ api: "ok" });
		await expect(create()).rejects.toMatchObject({
			statusCode: 500,
			headers: { "idempotent-replayed": "true" },
		});
		const withNewKey = await stripe.paymentIntents.create(ORDER, { idempotencyKey: "order-1-v2" });
		expect(withNewKey.status).toBe("requires_payment_method");
		expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
	});

	it("is replayed for a day, then it can be used again", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const { stripe } = await openStripe();
		const create = () => stripe.paymentIntents.create(ORDER, { idempotencyKey });
		const first = await create();
		vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
		expect((await create()).id).toBe(first.id);
		vi.setSystemTime(Date.now() + 1);
		expect((await create()).id).not.toBe(first.id);
	});

	it("has at most 255 characters", async () => {
		const { stripe } = await openStripe();
		const create = (length: number) =>
			stripe.paymentIntents.create(ORDER, { idempotencyKey: "k".repeat(length) });
		expect((await create(255)).amount).toBe(2400);
		await expect(create(256)).rejects.toMatchObject({ statusCode: 400 });
	});

	it("has no effect on reads", async () => {
		const { url } = await openStripe({ latencyMs: 50 });
		const headers = {
			Authorization: `Bearer ${KEYS.secretKey}`,
			"Idempotency-Key": idempotencyKey,
		};
		const read = () => fetch(`${url}/v1/events`, { headers });
		const responses = await Promise.all([read(), read()]);
		expect(responses.map(({ status }) => status)).toEqual([200, 200]);
	});

	it("is rejected while another call uses it", async () => {
		const { stripe } = await openStripe({ latencyMs: 50 });
		const both = await Promise.allSettled([
			stripe.paymentIntents.create(ORDER, { idempotencyKey }),
			stripe.paymentIntents.create(ORDER, { idempotencyKey }),
		]);
		const rejected = both.find((result) => result.status === "rejected");
		expect(rejected?.reason).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
		expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
	});
});

describe("the switch api", () => {
	it("accepts only known values and returns its current one", async () => {
		const { faults, url } = await openStripe();
		for (const invalid of [{ api: "maybe" }, { webhooks: 1 }, { hooks: "ok" }, [], null, "ok"]) {
			expect((await faults(invalid)).status).toBe(400);
		}
		expect(await faults({ webhooks: "drop" })).toEqual({
			status: 200,
			body: { webhooks: "drop", api: "ok", tax: "ok" },
		});
		const response = await fetch(`${url}/_faults`);
		expect(await response.json()).toEqual({ webhooks: "drop", api: "ok", tax: "ok" });
		expect(await (await fetch(`${url}/_health`)).json()).toEqual({ ok: true });
	});

	it("can't be changed by a page of another origin or with another Host", async () => {
		const { url } = await openStripe();
		const set = (headers: Record<string, string>) =>
			fetch(`${url}/_faults`, { method: "POST", body: '{"api":"500"}', headers });
		for (const headers of [
			{ Origin: "https://evil.test" },
			{ Origin: "http://localhost:8787" },
			{ Origin: "null" },
			{ "Sec-Fetch-Site": "cross-site" },
			{ "Sec-Fetch-Site": "same-site" },
		]) {
			expect((await set(headers)).status, JSON.stringify(headers)).toBe(403);
		}
		expect(await statusForHost(`${url}/_faults`, "evil.test")).toBe(403);
		expect(await (await fetch(`${url}/_faults`)).json()).toMatchObject({ api: "ok" });
		expect((await set({ Origin: url, "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
	});

	it.each(["500", "hang"])("%s does not affect browsers", async (api) => {
		const { stripe, faults, browser } = await openStripe();
		const intent = await stripe.paymentIntents.create(ORDER);
		await faults({ api });
		const paid = await browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			...cardForm("4242424242424242"),
		});
		expect(paid.body.status).toBe("succeeded");
	});

	it("hang holds calls until it is changed", async () => {
		const { stripe, faults, url } = await openStripe();
		await faults({ api: "hang" });
		let ended = false;
		const headers = { Authorization: `Bearer ${KEYS.secretKey}` };
		const hanging = fetch(`${url}/v1/events`, { headers }).finally(() => {
			ended = true;
		});
		hanging.catch(() => {});
		const impatient = stripe.paymentIntents.create(ORDER, { timeout: 100 });
		await expect(impatient).rejects.toMatchObject({ type: "StripeConnectionError" });
		expect(ended).toBe(false);
		await faults({ api: "ok" });
		await expect(hanging).rejects.toThrow();
		expect((await stripe.paymentIntents.list()).data).toEqual([]);
	});

	it("slow responds late, and nothing else is done with its idempotency key meanwhile", async () => {
		const { stripe, faults } = await openStripe({ slowMs: 200 });
		await faults({ api: { fault: "slow", count: 1 } });
		const create = () => stripe.paymentIntents.create(ORDER, { idempotencyKey: "order-1-v1" });
		let ended = false;
		const slow = create().finally(() => {
			ended = true;
		});
		await vi.waitFor(async () => expect((await faults({})).body).toMatchObject({ api: "ok" }));
		await expect(create()).rejects.toMatchObject({ code: "idempotency_key_in_use" });
		expect(ended).toBe(false);
		expect((await create().catch(() => slow)).id).toBe((await slow).id);
	});

	it("429 rejects a call and stores nothing under its key", async () => {
		const { stripe, faults } = await openStripe();
		await faults({ api: { fault: "429", count: 1 } });
		const create = () => stripe.paymentIntents.create(ORDER, { idempotencyKey: "order-1-v1" });
		await expect(create()).rejects.toMatchObject({ type: "StripeRateLimitError" });
		expect((await create()).status).toBe("requires_payment_method");
	});

	it("can be limited to an endpoint and a number of calls", async () => {
		const { stripe, faults } = await openStripe();
		const api = { fault: "500", only: "POST /v1/payment_intents/:id/cancel", count: 2 };
		expect((await faults({ api })).body).toEqual({ webhooks: "ok", api, tax: "ok" });
		const { id } = await stripe.paymentIntents.create(ORDER);
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 500 });
		expect((await faults({})).body).toMatchObject({ api: { ...api, count: 1 } });
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 500 });
		expect((await faults({})).body).toMatchObject({ api: "ok" });
		expect((await stripe.paymentIntents.cancel(id)).status).toBe("canceled");
	});

	it.each([
		{ fault: "500", only: "POST /v1/nothing" },
		{ fault: "500", count: 0 },
		{ fault: "500", count: "2" },
		{ fault: "500", times: 2 },
		{ only: "POST /v1/refunds" },
	])("rejects %j", async (api) => {
		const { faults } = await openStripe();
		expect((await faults({ api })).status).toBe(400);
		expect((await faults({})).body).toEqual({ webhooks: "ok", api: "ok", tax: "ok" });
	});

	it("rejects an event type as an endpoint, and the other way round", async () => {
		const { faults } = await openStripe();
		const [endpoint, event] = ["POST /v1/refunds", "refund.created"];
		expect((await faults({ api: { fault: "500", only: event } })).status).toBe(400);
		expect((await faults({ webhooks: { fault: "drop", only: endpoint } })).status).toBe(400);
	});
});

// The library repeats a call once when its connection was closed.
describe("the fault lost", () => {
	/** Each call that changes something, on a new intent, and how to see what it changed. */
	const calls = {
		"POST /v1/payment_intents": {
			call: (stripe, _, options) => stripe.paymentIntents.create(ORDER, options),
			count: async (stripe) => (await stripe.paymentIntents.list()).data.length - 1,
		},
		"POST /v1/payment_intents/:id": {
			call: (stripe, id, options) =>
				stripe.paymentIntents.update(id, { description: "changed" }, options),
			count: async (stripe, id) =>
				(await stripe.paymentIntents.retrieve(id)).description === "changed" ? 1 : 0,
		},
		"POST /v1/payment_intents/:id/confirm": {
			call: (stripe, id, options) =>
				stripe.paymentIntents.confirm(
					id,
					{ return_url: RETURN_URL, payment_method: "pm_card_visa" },
					options,
				),
			count: async (stripe, id) => (await stripe.charges.list({ payment_intent: id })).data.length,
		},
		"POST /v1/payment_intents/:id/cancel": {
			call: (stripe, id, options) => stripe.paymentIntents.cancel(id, {}, options),
			count: async (stripe) =>
				(await stripe.events.list({ type: "payment_intent.canceled" })).data.length,
		},
	} satisfies Record<
		string,
		{
			call(stripe: Stripe, id: string, options: Stripe.RequestOptions): Promise<{ id: string }>;
			count(stripe: Stripe, id: string): Promise<number>;
		}
	>;

	it.each(Object.entries(calls))("%s is done once, and its answer lost", async (only, each) => {
		const { stripe, faults } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER);
		await faults({ api: { fault: "lost", only, count: 2 } });
		const call = () => each.call(stripe, id, { idempotencyKey: "lost-1" });
		await expect(call()).rejects.toMatchObject({ type: "StripeConnectionError" });
		expect(await each.count(stripe, id)).toBe(1);
		const retried = await call();
		expect(Reflect.get(retried, "lastResponse").headers["idempotent-replayed"]).toBe("true");
		expect(await each.count(stripe, id)).toBe(1);
	});

	it("POST /v1/refunds is done once, and its answer lost", async () => {
		const { stripe, faults } = await openStripe();
		const { id } = await stripe.paymentIntents.create({
			...ORDER,
			confirm: true,
			return_url: RETURN_URL,
			payment_method: "pm_card_visa",
		});
		await faults({ api: { fault: "lost", only: "POST /v1/refunds", count: 2 } });
		const refund = (idempotencyKey: string) =>
			stripe.refunds.create({ payment_intent: id }, { idempotencyKey });
		await expect(refund("one")).rejects.toMatchObject({ type: "StripeConnectionError" });
		const [first] = (await stripe.refunds.list({ payment_intent: id })).data;
		expect((await refund("one")).id).toBe(first?.id);
		await expect(refund("two")).rejects.toMatchObject({ code: "charge_already_refunded" });
	});

	it("reaches browsers if it is set for their endpoint", async () => {
		const { stripe, faults, browser } = await openStripe();
		const intent = await stripe.paymentIntents.create(ORDER);
		await faults({
			api: { fault: "lost", only: "POST /v1/payment_intents/:id/confirm", count: 1 },
		});
		const paying = browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			...cardForm("4242424242424242"),
		});
		await expect(paying).rejects.toThrow();
		expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
	});
});

describe("the rate limit", () => {
	it("returns 429 above it, to calls with the secret key", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const { stripe, browser } = await openStripe({ rateLimit: 2 });
		const intent = await stripe.paymentIntents.create(ORDER);
		await stripe.events.list();
		await expect(stripe.events.list()).rejects.toMatchObject({ code: "rate_limit" });
		const read = await browser("GET", `/v1/payment_intents/${intent.id}`, {
			client_secret: String(intent.client_secret),
		});
		expect(read.status).toBe(200);
		vi.setSystemTime(Date.now() + 1_000);
		expect((await stripe.events.list()).data).toHaveLength(1);
	});
});
