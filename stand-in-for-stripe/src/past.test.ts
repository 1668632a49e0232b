import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type PastPayment, recordPast } from "./past.ts";
import { openStripe } from "./testing.ts";

const dayMs = 24 * 60 * 60_000;

it("records payments, refunds, disputes and payouts of the past once, which can be refunded now", async () => {
	const folder = mkdtempSync(join(tmpdir(), "stand-in-for-stripe-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const stateFile = join(folder, "state.sqlite");
	const start = Date.now() - 20 * dayMs;
	const payment = (id: string, day: number): PastPayment => ({
		id,
		amount: 2400,
		currency: "usd",
		description: "Order 1001",
		metadata: { orderId: `order-${id}` },
		paidAt: start + day * dayMs,
		refunds: [],
	});
	const refund = { id: "re_a", amount: 400, metadata: { refundId: "a" }, failed: false };
	const payments = [
		{ ...payment("pi_new", 19), disputedAt: start + 19.5 * dayMs },
		{
			...payment("pi_old", 0),
			refunds: [
				{ ...refund, madeAt: start + 2 * dayMs },
				{ ...refund, id: "re_b", failed: true, madeAt: start + 3 * dayMs },
			],
		},
	];
	await recordPast(stateFile, payments);
	await recordPast(stateFile, payments);
	const { stripe } = await openStripe({ stateFile });

	const { data } = await stripe.paymentIntents.list();
	expect(data.map(({ id, status }) => [id, status])).toEqual([
		["pi_new", "succeeded"],
		["pi_old", "succeeded"],
	]);
	expect(data[1]).toMatchObject({
		created: Math.floor(start / 1000),
		metadata: { orderId: "order-pi_old" },
	});
	const refunds = await stripe.refunds.list({ payment_intent: "pi_old" });
	expect(refunds.data.map(({ id, status, metadata }) => [id, status, metadata?.refundId])).toEqual([
		["re_b", "failed", "a"],
		["re_a", "succeeded", "a"],
	]);
	expect((await stripe.disputes.list({ payment_intent: "pi_new" })).data).toHaveLength(1);
	const payouts = await stripe.payouts.list();
	expect(payouts.data.map(({ amount, status }) => [amount, status])).toEqual([
		[2400 - 100 - 400, "paid"],
	]);
	const rest = await stripe.refunds.create({ payment_intent: "pi_old" });
	expect(rest.amount).toBe(2000);
});
