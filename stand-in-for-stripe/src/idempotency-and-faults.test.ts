import { describe, expect, it } from "vitest";
import { cardForm, KEYS, openStripe, statusForHost } from "./testing.ts";

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
				{ payment_method: "pm_card_chargeDeclined" },
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
			body: { webhooks: "drop", api: "ok" },
		});
		const response = await fetch(`${url}/_faults`);
		expect(await response.json()).toEqual({ webhooks: "drop", api: "ok" });
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
});
