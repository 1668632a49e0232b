import { describe, expect, it } from "vitest";
import { exitStatus, toTable } from "./report.ts";
import { fix, runChecks } from "./run-checks.ts";
import { UnavailableError } from "./target.ts";
import { failedChecks, healthyShop, inBothTables, messagesOf, testTarget } from "./testing.ts";

describe("the doctor's payments check", () => {
	it("finds a payment that its unpaid order missed, and redelivers the event", async () => {
		const { target, pay, done } = await testTarget(healthyShop());
		const intent = await pay("open");
		const checks = await runChecks(target);
		expect(messagesOf(checks, "payments")).toEqual([
			`${intent}: paid order open, which is still unpaid here`,
		]);
		const [check] = checks.filter((one) => one.check === "payments");
		expect(check && (await fix(target, check))).toMatchObject({ fixed: 1, errors: [] });
		expect(done).toEqual([intent]);
	});

	it("finds a payment of a closed order that is neither refunded nor due", async () => {
		const db = healthyShop();
		const { target, pay, stripe } = await testTarget(db);
		const intent = await pay("open");
		db.exec(inBothTables("closed_at = 1, closed_why = 'deleted'"));
		db.exec("update tools set quantity = 10");
		const messages = messagesOf(await runChecks(target), "payments");
		expect(messages).toEqual([
			`${intent}: paid order open, which is closed, and is neither refunded nor due`,
		]);
		await stripe.refunds.create({ payment_intent: intent });
		expect(failedChecks(await runChecks(target))).toEqual([]);
	});

	it("finds a second payment, a wrong amount and an unknown order", async () => {
		const db = healthyShop();
		const { target, pay } = await testTarget(db);
		const first = await pay("open");
		db.exec(inBothTables(`transaction_id = '${first}', paid_at = 1`));
		const [second, underpaid, unknownOrder] = [
			await pay("open"),
			await pay("open", 50),
			await pay("other"),
		];
		const messages = messagesOf(await runChecks(target), "payments");
		expect(messages).toContain(
			`${second}: paid order open a second time, and is neither refunded nor due`,
		);
		expect(messages).toContain(`${underpaid}: paid 0.50 USD for order open, which costs 20.00 USD`);
		expect(messages).toContain(`${unknownOrder}: pays an order that this shop does not have`);
	});

	it("finds refunds that the shop does not show, and refunds that Stripe does not have", async () => {
		const db = healthyShop();
		const { target, pay, stripe } = await testTarget(db);
		const first = await pay("open");
		db.exec(inBothTables(`transaction_id = '${first}', paid_at = 1`));
		await stripe.refunds.create({ payment_intent: first, amount: 100 });
		expect(messagesOf(await runChecks(target), "payments")).toEqual([
			`${first}: pays order open, of which Stripe has refunded 1.00 USD, but the order shows 0.00 USD`,
		]);
		db.exec("update order_lines set refunded_cents = 100");
		expect(messagesOf(await runChecks(target), "payments")).toEqual([]);
		const [second, third] = [await pay("open"), await pay("open")];
		db.exec(
			`insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, stripe_refund_id, created_at, done_at) values ('${second}', '${second}', '${second}', 'open', 2000, 'not_awaited', 'done', 're_x', 1, 1)`,
		);
		await stripe.refunds.create({ payment_intent: third, amount: 500 });
		const messages = messagesOf(await runChecks(target), "payments");
		expect(messages).toContain(
			`${second}: is recorded as refunded, but Stripe has no refund of it`,
		);
		expect(messages).toContain(`${third}: was refunded only in part, 5.00 USD of 20.00 USD`);
		db.exec("update order_lines set refunded_at = 1");
		expect(messagesOf(await runChecks(target), "payments")).toContain(
			`${first}: pays order open, which is shown as refunded, but only 1.00 USD of 20.00 USD were refunded`,
		);
		db.exec("update order_lines set refunded_at = null");
		await stripe.refunds.create({ payment_intent: first });
		expect(messagesOf(await runChecks(target), "payments")).toContain(
			`${first}: pays order open and was refunded, but the order is not shown as refunded`,
		);
	});

	it("accepts a payment that is processed, also beyond the reservation, unless its order is closed", async () => {
		const db = healthyShop();
		const { target, stripe, stripeUrl } = await testTarget(db);
		const body = JSON.stringify({ types: ["sepa_debit"] });
		await fetch(`${stripeUrl}/_payment_methods`, { method: "POST", body });
		const { id, status } = await stripe.paymentIntents.create({
			amount: 2000,
			currency: "eur",
			metadata: { orderId: "open" },
			payment_method_data: { type: "sepa_debit", sepa_debit: { iban: "DE89370400440532013000" } },
			confirm: true,
			return_url: "https://shop.example",
		});
		expect(status).toBe("processing");
		db.exec("update orders set expires_at = 1, processing_at = 1");
		expect(failedChecks(await runChecks(target))).toEqual([]);
		db.exec(inBothTables("closed_at = 1, closed_why = 'deleted'"));
		expect(messagesOf(await runChecks(target), "payments")).toEqual([
			`${id}: is being processed for order open, which is closed`,
		]);
	});

	it("skips the check if Stripe is unavailable, runs the others, and exits with 2", async () => {
		const { target } = await testTarget(healthyShop());
		const checks = await runChecks({
			...target,
			connectStripe: async () => {
				throw new UnavailableError("There is no key.");
			},
		});
		expect(failedChecks(checks)).toEqual(["payments"]);
		expect(exitStatus(checks)).toBe(2);
		expect(toTable("here", checks)).toContain("? payments      There is no key.");
	});
});
