import { describe, expect, it } from "vitest";
import { runChecks } from "./run-checks.ts";
import {
	addInvoices,
	failedChecks,
	healthyShop,
	hourMs,
	messagesOf,
	now,
	testTarget,
} from "./testing.ts";

/** A shop whose only order is paid, with its tax at Stripe: 19 % of 20.00. */
async function taxedShop() {
	const db = healthyShop();
	const { target, stripe, pay } = await testTarget(db);
	const calculation = await stripe.tax.calculations.create({
		currency: "usd",
		line_items: [{ amount: 2000, reference: "open" }],
		customer_details: { address: { country: "DE" }, address_source: "shipping" },
	});
	const intent = await pay("open", 2380);
	const paidAt = now - hourMs;
	db.exec(
		`update orders set tax_cents = 380, total_cents = 2380, tax_calculation_id = '${calculation.id}', paid_at = ${paidAt}, transaction_id = '${intent}', payment_intent_id = '${intent}'; update order_lines set tax_cents = 380, paid_at = ${paidAt}, transaction_id = '${intent}'`,
	);
	const record = async (calculationId = String(calculation.id)) => {
		const input = { calculation: calculationId, reference: "open" };
		const { id } = await stripe.tax.transactions.createFromCalculation(input);
		db.exec(`update orders set tax_transaction_id = '${id}'`);
		return id;
	};
	/** Refunds five dollars, also at Stripe. */
	const refund = async () => {
		const { id } = await stripe.refunds.create({ payment_intent: intent, amount: 500 });
		db.exec(
			`insert into refunds (id, order_id, intent_id, amount_cents, reason, status, request_key, created_at, stripe_refund_id, done_at, tax_due_at) values ('refund', 'open', '${intent}', 500, 'other', 'done', 'key', ${paidAt}, '${id}', ${paidAt}, ${now}); insert into refund_lines values ('refund', 'open', 500, 0, 0, 0, 0, 0, 0); update order_lines set refunded_cents = 500`,
		);
	};
	const reverse = async (original_transaction: string, cents: number) => {
		const input = { original_transaction, reference: "refund", mode: "partial" } as const;
		const reversal = await stripe.tax.transactions.createReversal({
			...input,
			flat_amount: -cents,
		});
		db.exec(`update refunds set tax_reversal_id = '${reversal.id}', tax_due_at = null`);
		return reversal.id;
	};
	const found = async () => messagesOf(await runChecks(target), "taxes");
	return { db, target, stripe, record, refund, reverse, found };
}

describe("the doctor's taxes check", () => {
	it("finds nothing where Stripe has the tax of each payment and refund", async () => {
		const { db, target, record, refund, reverse } = await taxedShop();
		const transaction = await record();
		await refund();
		await reverse(transaction, 500);
		addInvoices(db);
		expect(failedChecks(await runChecks(target))).toEqual([]);
	});

	it("finds paid checkouts without a tax transaction, and refunds without a reversal", async () => {
		const { db, target, record, refund, found } = await taxedShop();
		expect(await found()).toEqual(["open: is paid, but has no tax transaction at Stripe"]);
		await record();
		await refund();
		const message = "refund: of order open has no reversal of its tax at Stripe";
		expect(await found()).toEqual([message]);
		db.exec("update refunds set tax_due_at = null");
		const taxes = (await runChecks(target)).find(({ check }) => check === "taxes");
		expect(taxes?.findings.map(({ fix }) => fix?.by)).toEqual(["sql"]);
	});

	it("finds a failed refund whose reversal is not undone", async () => {
		const { db, stripe, record, refund, reverse, found } = await taxedShop();
		await refund();
		const reversal = await reverse(await record(), 500);
		db.exec("update refunds set status = 'failed'");
		expect(await found()).toEqual([
			"refund: of order open has failed, but the reversal of its tax at Stripe is not undone",
		]);
		const undone = await stripe.tax.transactions.createReversal({
			original_transaction: reversal,
			reference: "refund-undo",
			mode: "full",
		});
		db.exec(`update refunds set tax_undo_id = '${undone.id}'`);
		expect(await found()).toEqual([]);
	});

	it("finds amounts that differ from Stripe's", async () => {
		const { db, record, refund, reverse, found } = await taxedShop();
		const transaction = await record();
		await refund();
		await reverse(transaction, 400);
		db.exec(
			"update orders set tax_cents = 381, total_cents = 2381; update order_lines set tax_cents = 381",
		);
		expect(await found()).toEqual([
			"open: costs 23.81 USD with 3.81 USD tax, but Stripe Tax reports 23.80 USD with 3.80 USD tax",
			"refund: of order open takes 5.00 USD off what Stripe Tax reports, but Stripe has 4.00 USD",
		]);
	});
});
