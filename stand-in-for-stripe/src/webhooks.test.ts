import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { controls, KEYS, openStripe, openWebhook, RETURN_URL, readPort, sdk } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd" };
const PAID = { ...ORDER, payment_method: "pm_card_visa", confirm: true, return_url: RETURN_URL };
const WAIT_OPTIONS = { timeout: 30_000, interval: 20 };

describe("events", () => {
	it("are signed and delivered in the API's format", async () => {
		const webhook = await openWebhook();
		const { stripe } = await openStripe({ webhookUrl: webhook.url });
		const intent = await stripe.paymentIntents.create(PAID);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(2), WAIT_OPTIONS);
		expect(webhook.rejected).toEqual([]);
		expect(webhook.types().sort()).toEqual(["payment_intent.created", "payment_intent.succeeded"]);
		const { data } = await stripe.events.list();
		expect(data[0]).toMatchObject({
			type: "payment_intent.succeeded",
			data: { object: { id: intent.id, status: "succeeded" } },
			request: { id: intent.lastResponse.requestId },
		});
		await vi.waitFor(async () => {
			const open = (await stripe.events.list()).data.map((event) => event.pending_webhooks);
			expect(open).toEqual([0, 0]);
		}, WAIT_OPTIONS);
	});

	it("are sent for declines, cancellations, required actions and refunds", async () => {
		const { stripe } = await openStripe();
		const first = await stripe.paymentIntents.create(ORDER);
		const declined = { payment_method: "pm_card_chargeDeclined", return_url: RETURN_URL };
		await expect(stripe.paymentIntents.confirm(first.id, declined)).rejects.toBeInstanceOf(
			Stripe.errors.StripeCardError,
		);
		await stripe.paymentIntents.confirm(first.id, {
			return_url: RETURN_URL,
			payment_method: "pm_card_authenticationRequired",
		});
		await stripe.paymentIntents.cancel(first.id);
		const second = await stripe.paymentIntents.create(PAID);
		await stripe.refunds.create({ payment_intent: second.id });
		const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
		expect(types.reverse()).toEqual([
			"payment_intent.created",
			"payment_intent.payment_failed",
			"payment_intent.requires_action",
			"payment_intent.canceled",
			"payment_intent.created",
			"payment_intent.succeeded",
			"charge.refunded",
			"refund.created",
		]);
	});

	it("are sent for disputes and failed refunds", async () => {
		const { stripe, url } = await openStripe();
		const pay = (payment_method: string) =>
			stripe.paymentIntents.create({ ...PAID, payment_method });
		for (const status of ["won", "lost"]) {
			const { id } = await pay("pm_card_createDispute");
			const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
			expect(dispute).toMatchObject({ status: "needs_response", payment_intent: id });
			const body = JSON.stringify({ dispute: dispute?.id, status });
			await fetch(`${url}/_disputes`, { method: "POST", body });
		}
		const { id } = await pay("pm_card_refundFail");
		await stripe.refunds.create({ payment_intent: id });
		const refunds = await stripe.refunds.list({ payment_intent: id });
		expect(refunds.data).toMatchObject([{ status: "failed" }]);
		const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
		expect(types.reverse().filter((type) => !type.startsWith("payment_intent."))).toEqual([
			"charge.dispute.created",
			"charge.dispute.funds_withdrawn",
			"charge.dispute.closed",
			"charge.dispute.funds_reinstated",
			"charge.dispute.created",
			"charge.dispute.funds_withdrawn",
			"charge.dispute.closed",
			"charge.refunded",
			"refund.created",
			"refund.updated",
			"refund.failed",
		]);
	});

	it("are retried after a 500 and after a connection error", async () => {
		const webhook = await openWebhook([500]);
		const { stripe, url } = await openStripe({ webhookUrl: "http://127.0.0.1:9/" });
		await stripe.paymentIntents.create(ORDER);
		const body = JSON.stringify({ url: webhook.url });
		expect((await fetch(`${url}/_webhook`, { method: "POST", body })).status).toBe(200);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(2), WAIT_OPTIONS);
		expect(new Set(webhook.received.map(({ event }) => event.id)).size).toBe(1);
	});

	it("accept only a valid URL as the target", async () => {
		const { url } = await openStripe();
		for (const body of ['{"url":"ftp://x"}', "{}", "nonsense"]) {
			expect((await fetch(`${url}/_webhook`, { method: "POST", body })).status).toBe(400);
		}
	});
});

describe("the switch webhooks", () => {
	it("drop stores events without delivering them", async () => {
		const webhook = await openWebhook();
		const { stripe, faults } = await openStripe({ webhookUrl: webhook.url });
		await faults({ webhooks: "drop" });
		await stripe.paymentIntents.create(PAID);
		await faults({ webhooks: "ok" });
		const { id } = await stripe.paymentIntents.create(ORDER);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(1), WAIT_OPTIONS);
		expect(webhook.received[0]?.event.data.object).toMatchObject({ id });
		expect((await stripe.events.list()).data).toHaveLength(3);
	});

	it("can be limited to an event type and a number of events", async () => {
		const webhook = await openWebhook();
		const { stripe, faults } = await openStripe({ webhookUrl: webhook.url });
		await faults({ webhooks: { fault: "drop", only: "payment_intent.succeeded", count: 1 } });
		await stripe.paymentIntents.create(PAID);
		await stripe.paymentIntents.create(PAID);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(3), WAIT_OPTIONS);
		expect(webhook.types().sort()).toEqual([
			"payment_intent.created",
			"payment_intent.created",
			"payment_intent.succeeded",
		]);
	});

	it("double delivers each event twice", async () => {
		const webhook = await openWebhook();
		const { stripe, faults } = await openStripe({ webhookUrl: webhook.url });
		await faults({ webhooks: "double" });
		await stripe.paymentIntents.create(ORDER);
		await vi.waitFor(() => expect(webhook.received.at(-1)?.attempt).toBe(2), WAIT_OPTIONS);
	});

	it("delay delivers late", async () => {
		const webhook = await openWebhook();
		const { stripe, faults } = await openStripe({ webhookUrl: webhook.url, webhookDelayMs: 300 });
		await faults({ webhooks: "delay" });
		const late = await stripe.paymentIntents.create(ORDER);
		await faults({ webhooks: "ok" });
		const prompt = await stripe.paymentIntents.create(ORDER);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(2), WAIT_OPTIONS);
		const order = webhook.received.map(({ event }) => event.data.object);
		expect(order).toMatchObject([{ id: prompt.id }, { id: late.id }]);
	});

	it("reorder delivers the newer event first", async () => {
		const webhook = await openWebhook();
		const { stripe, faults } = await openStripe({ webhookUrl: webhook.url });
		await faults({ webhooks: "reorder" });
		await stripe.paymentIntents.create(PAID);
		await vi.waitFor(() => expect(webhook.received).toHaveLength(2), WAIT_OPTIONS);
		expect(webhook.types()).toEqual(["payment_intent.succeeded", "payment_intent.created"]);
		await stripe.paymentIntents.create(ORDER);
		const held = (await stripe.events.list({ limit: 1 })).data[0];
		expect(held?.pending_webhooks).toBe(1);
		await faults({ webhooks: "ok" });
		await vi.waitFor(() => expect(webhook.received.at(-1)?.event.id).toBe(held?.id), WAIT_OPTIONS);
	});
});

describe("the state file", () => {
	it("preserves intents, keys, switches and pending deliveries after a kill", async () => {
		const folder = mkdtempSync(join(tmpdir(), "stripe-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const webhook = await openWebhook([500, 500, 500, 500, 500, 500]);
		const stateFile = join(folder, "stripe.sqlite");
		const first = await runStripe(stateFile, webhook.url);
		const options = { idempotencyKey: "order-1-v1" };
		const intent = await first.stripe.paymentIntents.create(ORDER, options);
		await first.faults({ webhooks: "double" });
		await vi.waitFor(() => expect(webhook.received.length).toBeGreaterThan(0), WAIT_OPTIONS);
		await first.end("SIGKILL");

		const second = await runStripe(stateFile, webhook.url);
		const replayed = await second.stripe.paymentIntents.create(ORDER, options);
		expect(replayed.id).toBe(intent.id);
		expect((await second.stripe.paymentIntents.list()).data).toHaveLength(1);
		expect(await (await fetch(`${second.url}/_faults`)).json()).toMatchObject({
			webhooks: "double",
		});
		const count = webhook.received.length;
		await vi.waitFor(() => expect(webhook.received.length).toBeGreaterThan(count), WAIT_OPTIONS);
		expect(webhook.received.at(-1)?.event.data.object).toMatchObject({ id: intent.id });
		expect(await second.end("SIGTERM")).toBe(0);
	});
});

/** Runs the stand-in in its own process. */
async function runStripe(stateFile: string, webhookUrl: string) {
	const env = Object.assign({}, process.env, {
		STRIPE_PORT: "0",
		STRIPE_STATE: stateFile,
		STRIPE_WEBHOOK_URL: webhookUrl,
		STRIPE_SECRET_KEY: KEYS.secretKey,
		STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
		STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
	});
	const child = spawn(process.execPath, [join(import.meta.dirname, "cli.ts")], { env });
	onTestFinished(() => void child.kill("SIGKILL"));
	const port = await readPort(child);
	const url = `http://127.0.0.1:${port}`;
	const end = (signal: NodeJS.Signals) =>
		new Promise<number | null>((resolve) => {
			child.once("exit", (code) => resolve(code));
			child.kill(signal);
		});
	return { url, stripe: sdk(port), end, ...controls(url) };
}
