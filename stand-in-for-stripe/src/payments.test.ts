import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { API_VERSION } from "./context.ts";
import { startStripe } from "./server.ts";
import { cardForm, KEYS, openStripe, RETURN_URL, sdk } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd", metadata: { orderId: "order-1" } };

describe("an intent", () => {
	it("is created, retrieved, updated and listed", async () => {
		const { stripe } = await openStripe();
		const created = await stripe.paymentIntents.create({
			...ORDER,
			automatic_payment_methods: { enabled: true },
			receipt_email: "rider@cogsmith.test",
		});
		expect(created).toMatchObject({ ...ORDER, status: "requires_payment_method", livemode: false });
		expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_[A-Za-z0-9]+$`));
		expect(created.lastResponse.requestId).toMatch(/^req_/);
		const changed = await stripe.paymentIntents.update(created.id, {
			amount: 2500,
			metadata: { orderId: "", note: "gift" },
		});
		expect(changed).toMatchObject({ amount: 2500, metadata: { note: "gift" } });
		expect(changed.metadata).not.toHaveProperty("orderId");
		expect(await stripe.paymentIntents.retrieve(created.id)).toMatchObject({ amount: 2500 });
		const second = await stripe.paymentIntents.create(ORDER);
		const page = await stripe.paymentIntents.list({ limit: 1 });
		expect(page).toMatchObject({ has_more: true, data: [{ id: second.id }] });
		const rest = await stripe.paymentIntents.list({ starting_after: second.id });
		expect(rest).toMatchObject({ has_more: false, data: [{ id: created.id }] });
		const later = await stripe.paymentIntents.list({ created: { gt: created.created + 60 } });
		expect(later.data).toEqual([]);
	});

	it.each([
		[{ amount: 49, currency: "usd" }, "amount_too_small", "amount"],
		[{ amount: 100_000_000, currency: "usd" }, "amount_too_large", "amount"],
		[{ amount: 10.5, currency: "usd" }, "parameter_invalid_integer", "amount"],
		[{ amount: 100, currency: "" }, undefined, "currency"],
		[{ currency: "usd" }, "parameter_missing", "amount"],
	])("is rejected for %o", async (params, code, param) => {
		const { stripe } = await openStripe();
		const created = stripe.paymentIntents.create(params as typeof ORDER);
		await expect(created).rejects.toMatchObject({
			type: "StripeInvalidRequestError",
			statusCode: 400,
			code,
			param,
		});
	});

	it.each([
		[
			"usd",
			"Amount must be at least $0.50 usd",
			"$2.00) is greater than unrefunded amount on charge ($1.00",
		],
		[
			"jpy",
			"Amount must be at least ¥50 jpy",
			"¥200) is greater than unrefunded amount on charge (¥100",
		],
	])("names amounts in %s", async (currency, tooSmall, tooMuch) => {
		const { stripe } = await openStripe();
		const small = stripe.paymentIntents.create({ amount: 49, currency });
		await expect(small).rejects.toThrow(tooSmall);
		const { id } = await stripe.paymentIntents.create({ amount: 100, currency });
		await stripe.paymentIntents.confirm(id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_visa",
		});
		const refund = stripe.refunds.create({ payment_intent: id, amount: 200 });
		await expect(refund).rejects.toThrow(tooMuch);
	});

	it("succeeds only once", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER);
		const paid = await stripe.paymentIntents.confirm(id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_visa",
		});
		expect(paid).toMatchObject({ status: "succeeded", amount_received: 2400 });
		const charge = await stripe.charges.retrieve(String(paid.latest_charge));
		expect(charge).toMatchObject({ amount: 2400, paid: true, payment_intent: id });
		const expanded = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
		expect(expanded.latest_charge).toMatchObject({ id: charge.id });
		const again = stripe.paymentIntents.confirm(id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_visa",
		});
		await expect(again).rejects.toMatchObject({
			code: "payment_intent_unexpected_state",
			message:
				"You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
		});
	});

	it("charges once if confirmed concurrently", async () => {
		const { stripe } = await openStripe({ latencyMs: 5 });
		const { id } = await stripe.paymentIntents.create(ORDER);
		const attempts = Array.from({ length: 8 }, () =>
			stripe.paymentIntents.confirm(id, { return_url: RETURN_URL, payment_method: "pm_card_visa" }),
		);
		const results = await Promise.allSettled(attempts);
		expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
		const events = await stripe.events.list({ type: "payment_intent.succeeded" });
		expect(events.data).toHaveLength(1);
	});

	it("is canceled only while it is unpaid", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER);
		const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
		expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
		expect(canceled.canceled_at).toBeGreaterThan(0);
		const paid = await stripe.paymentIntents.create({
			...ORDER,
			payment_method: "pm_card_visa",
			confirm: true,
			return_url: RETURN_URL,
		});
		for (const intent of [canceled, paid]) {
			await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
				statusCode: 400,
				code: "payment_intent_unexpected_state",
				payment_intent: { id: intent.id, status: intent.status },
			});
		}
		const late = stripe.paymentIntents.confirm(id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_visa",
		});
		await expect(late).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
		await expect(stripe.paymentIntents.update(paid.id, { amount: 100 })).rejects.toThrow(
			"could not be updated because it has a status of succeeded",
		);
	});

	it("must be confirmed again if its amount changes during 3-D Secure", async () => {
		const { stripe, browser } = await openStripe();
		const { id, client_secret } = await stripe.paymentIntents.create({
			...ORDER,
			payment_method: "pm_card_threeDSecure2Required",
			confirm: true,
			return_url: RETURN_URL,
		});
		const metadata = { note: "gift" };
		expect(await stripe.paymentIntents.update(id, { metadata, amount: 2400 })).toMatchObject({
			status: "requires_action",
			metadata: { orderId: "order-1", note: "gift" },
		});
		expect(await stripe.paymentIntents.update(id, { amount: 2500 })).toMatchObject({
			status: "requires_confirmation",
			next_action: null,
		});
		const late = await browser("POST", "/v1/3ds2/authenticate", {
			payment_intent: id,
			client_secret: String(client_secret),
			outcome: "complete",
		});
		expect(late.body.error?.code).toBe("payment_intent_unexpected_state");
		expect(await stripe.paymentIntents.confirm(id, { return_url: RETURN_URL })).toMatchObject({
			status: "requires_action",
		});
	});

	it("is refunded in full or in part, never by more than was paid", async () => {
		const { stripe } = await openStripe();
		const unpaid = await stripe.paymentIntents.create(ORDER);
		const early = stripe.refunds.create({ payment_intent: unpaid.id });
		await expect(early).rejects.toMatchObject({ statusCode: 400 });
		const { id } = await stripe.paymentIntents.create({
			...ORDER,
			payment_method: "pm_card_visa",
			confirm: true,
			return_url: RETURN_URL,
		});
		const part = await stripe.refunds.create({ payment_intent: id, amount: 400 });
		expect(part).toMatchObject({ amount: 400, status: "succeeded", payment_intent: id });
		const tooMuch = stripe.refunds.create({ payment_intent: id, amount: 2001 });
		await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: "amount" });
		const rest = await stripe.refunds.create({ payment_intent: id });
		expect(rest.amount).toBe(2000);
		const none = stripe.refunds.create({ payment_intent: id });
		await expect(none).rejects.toMatchObject({ code: "charge_already_refunded" });
		const listed = await stripe.refunds.list({ payment_intent: id });
		expect(listed.data.map((refund) => refund.id)).toEqual([rest.id, part.id]);
		expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id });
		const events = await stripe.events.list({ types: ["charge.refunded", "refund.created"] });
		expect(events.data).toHaveLength(4);
		const [newest] = events.data;
		expect(await stripe.events.retrieve(String(newest?.id))).toEqual(newest);
	});
});

describe("a card", () => {
	it.each(["4242424242424242", "5555555555554444", "378282246310005"])(
		"%s pays",
		async (number) => {
			const { stripe, browser } = await openStripe();
			const intent = await stripe.paymentIntents.create(ORDER);
			const paid = await browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
				client_secret: String(intent.client_secret),
				...cardForm(number),
			});
			expect(paid).toMatchObject({ status: 200, body: { status: "succeeded" } });
			expect(paid.body).not.toHaveProperty("metadata");
		},
	);

	it.each([
		["4000000000000002", "card_declined", "generic_decline", "Your card was declined."],
		[
			"4000000000009995",
			"card_declined",
			"insufficient_funds",
			"Your card has insufficient funds.",
		],
		["4000000000009987", "card_declined", "lost_card", "Your card was declined."],
		["4000000000000069", "expired_card", "expired_card", "Your card has expired."],
		[
			"4000000000000127",
			"incorrect_cvc",
			"incorrect_cvc",
			"Your card's security code is incorrect.",
		],
		[
			"4000000000000119",
			"processing_error",
			"processing_error",
			"An error occurred while processing your card. Try again in a little bit.",
		],
		["4242424242424241", "incorrect_number", undefined, "Your card number is incorrect."],
	])("%s fails with %s (%s)", async (number, code, decline_code, message) => {
		const { stripe, browser } = await openStripe();
		const intent = await stripe.paymentIntents.create(ORDER);
		const { status, body } = await browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			...cardForm(number),
		});
		expect(status).toBe(402);
		expect(body.error).toMatchObject({
			type: "card_error",
			code,
			message,
			payment_intent: { id: intent.id, status: "requires_payment_method" },
		});
		expect(body.error?.decline_code).toBe(decline_code);
		const after = await stripe.paymentIntents.retrieve(intent.id);
		expect(after).toMatchObject({
			status: "requires_payment_method",
			last_payment_error: { code, message },
		});
		const failed = await stripe.events.list({ type: "payment_intent.payment_failed" });
		expect(failed.data).toHaveLength(1);
		const retried = await stripe.paymentIntents.confirm(intent.id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_mastercard",
		});
		expect(retried).toMatchObject({ status: "succeeded", last_payment_error: null });
	});

	it("that is live is declined in test mode", async () => {
		const { stripe } = await openStripe();
		const created = stripe.paymentMethods.create({
			type: "card",
			card: { number: "4111111111111111", exp_month: 12, exp_year: 2034, cvc: "123" },
		});
		await expect(created).rejects.toMatchObject({
			type: "StripeCardError",
			decline_code: "test_mode_live_card",
			message: expect.stringContaining(
				"Your card was declined. Your request was in test mode, but used a non test card.",
			),
		});
	});

	it.each([
		[{ exp_year: 2020 }, "invalid_expiry_year", "Your card's expiration year is invalid."],
		[{ exp_month: 13 }, "invalid_expiry_month", "Your card's expiration month is invalid."],
		[{ cvc: "12" }, "invalid_cvc", "Your card's security code is invalid."],
	])("with %o is rejected", async (changes, code, message) => {
		const { stripe } = await openStripe();
		const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
		const created = stripe.paymentMethods.create({ type: "card", card: { ...card, ...changes } });
		await expect(created).rejects.toMatchObject({ type: "StripeCardError", code, message });
	});

	it.each([
		["4000002500003155", "complete", "succeeded", undefined],
		[
			"4000002760003184",
			"fail",
			"requires_payment_method",
			"payment_intent_authentication_failure",
		],
		["4000000000003220", "complete", "succeeded", undefined],
		["4000008400001629", "complete", "requires_payment_method", "card_declined"],
	])("%s requires 3-D Secure: %s, then %s", async (number, outcome, status, code) => {
		const { stripe, browser } = await openStripe();
		const intent = await stripe.paymentIntents.create(ORDER);
		const client_secret = String(intent.client_secret);
		const path = `/v1/payment_intents/${intent.id}`;
		const response = await browser("POST", `${path}/confirm`, {
			client_secret,
			...cardForm(number),
		});
		expect(response.body).toMatchObject({
			status: "requires_action",
			next_action: { type: "use_stripe_sdk" },
		});
		const result = { client_secret, payment_intent: intent.id, outcome };
		await browser("POST", "/v1/3ds2/authenticate", result);
		const { body } = await browser("GET", path, { client_secret });
		expect(body.status).toBe(status);
		expect(body.last_payment_error?.code).toBe(code);
		const second = await browser("POST", "/v1/3ds2/authenticate", result);
		expect(second.body.error?.code).toBe("payment_intent_unexpected_state");
	});
});

describe("a caller", () => {
	it("needs a valid key, and the secret one for the shop's calls", async () => {
		const { port, url, browser } = await openStripe();
		await expect(sdk(port, "sk_test_other").events.list()).rejects.toMatchObject({
			type: "StripeAuthenticationError",
			statusCode: 401,
		});
		expect((await fetch(`${url}/v1/events`)).status).toBe(401);
		expect((await browser("GET", "/v1/payment_intents", {})).status).toBe(401);
		const basic = `Basic ${btoa(`${KEYS.secretKey}:`)}`;
		const listed = await fetch(`${url}/v1/events`, { headers: { Authorization: basic } });
		expect(listed.status).toBe(200);
		expect(listed.headers.get("Request-Id")).toMatch(/^req_/);
	});

	it("needs the intent's client secret in a browser", async () => {
		const { stripe, browser } = await openStripe();
		const [mine, other] = [
			await stripe.paymentIntents.create(ORDER),
			await stripe.paymentIntents.create(ORDER),
		];
		const path = `/v1/payment_intents/${mine.id}`;
		const rejected = await browser("GET", path, { client_secret: String(other.client_secret) });
		expect(rejected).toMatchObject({
			status: 400,
			body: { error: { code: "payment_intent_invalid_parameter", param: "client_secret" } },
		});
		expect((await browser("GET", path, {})).status).toBe(400);
		const unknown = await browser("GET", "/v1/payment_intents/pi_none", { client_secret: "x" });
		expect(unknown).toMatchObject({ status: 404, body: { error: { code: "resource_missing" } } });
		await expect(stripe.paymentIntents.retrieve("pi_none")).rejects.toMatchObject({
			statusCode: 404,
			code: "resource_missing",
			message: "No such payment_intent: 'pi_none'",
		});
	});

	it("can be a page of any origin, which can load Stripe.js and the frames", async () => {
		const { url } = await openStripe();
		const response = await fetch(`${url}/v1/payment_intents/pi_1`, { method: "OPTIONS" });
		expect(response.status).toBe(204);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
		for (const path of ["/v3/stripe.js", "/v3/", "/v3", "/endive/stripe.js"]) {
			const script = await fetch(url + path);
			expect(script.headers.get("Content-Type")).toContain("javascript");
			// Compiling is enough to check that the concatenated modules are a valid classic script.
			const source = await script.text();
			expect(() => new Script(source)).not.toThrow();
		}
		for (const path of ["/elements/card", "/challenge?client_secret=x"]) {
			const page = await fetch(url + path);
			expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
		}
		expect((await fetch(`${url}/nothing`)).status).toBe(404);
	});
});

describe("the API versions", () => {
	it("match the installed libraries", () => {
		expect(API_VERSION).toBe(Stripe.API_VERSION);
		const entry = createRequire(import.meta.url).resolve("@stripe/stripe-js");
		const loader = readFileSync(join(dirname(entry), "../dist/index.js"), "utf8");
		const train = /RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1];
		const library = readFileSync(new URL("browser/stripe.js", import.meta.url), "utf8");
		expect(library).toContain(`const VERSION = "${train}";`);
	});
});

describe("the server", () => {
	it("rejects a port that is in use", async () => {
		const { port } = await openStripe();
		const second = startStripe({ port, stateFile: ":memory:", ...KEYS });
		await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
	});

	it("creates two hundred intents concurrently", async () => {
		const { stripe } = await openStripe();
		const created = await Promise.all(
			Array.from({ length: 200 }, () => stripe.paymentIntents.create(ORDER)),
		);
		expect(new Set(created.map(({ id }) => id)).size).toBe(200);
		const ids: string[] = [];
		for await (const { id } of stripe.paymentIntents.list({ limit: 100 })) ids.push(id);
		expect(ids).toHaveLength(200);
	});

	it("releases a client that disconnects", async () => {
		const { url, faults } = await openStripe();
		await faults({ api: "hang" });
		const abort = new AbortController();
		const headers = { Authorization: `Bearer ${KEYS.secretKey}` };
		const call = fetch(`${url}/v1/events`, { headers, signal: abort.signal });
		abort.abort();
		await expect(call).rejects.toThrow();
		await vi.waitFor(async () => expect((await fetch(`${url}/_health`)).status).toBe(200), 10_000);
	});
});
