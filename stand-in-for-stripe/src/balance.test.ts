import type Stripe from "stripe";
import { expect, it } from "vitest";
import { openStripe, openWebhook, RETURN_URL } from "./testing.ts";

async function openWithPayments(amounts: number[], options = {}) {
	const opened = await openStripe(options);
	const intents: Stripe.PaymentIntent[] = [];
	for (const amount of amounts) {
		intents.push(
			await opened.stripe.paymentIntents.create({
				amount,
				currency: "usd",
				confirm: true,
				return_url: RETURN_URL,
				payment_method: "pm_card_visa",
				expand: ["latest_charge.balance_transaction"],
			}),
		);
	}
	const control = async (path: string, input: object) => {
		const response = await fetch(`${opened.url}${path}`, {
			method: "POST",
			body: JSON.stringify(input),
		});
		return { status: response.status, body: (await response.json()) as Stripe.Payout };
	};
	return { ...opened, intents, control };
}

const netOf = (list: { data: Stripe.BalanceTransaction[] }) =>
	list.data.reduce((sum, { net }) => sum + net, 0);

it("a charge has its fee, and a refund does not return it", async () => {
	const { stripe, intents } = await openWithPayments([10_000]);
	const [intent] = intents;
	const charge = intent?.latest_charge as Stripe.Charge;
	expect(charge.balance_transaction).toMatchObject({
		amount: 10_000,
		fee: 320,
		fee_details: [{ amount: 320, type: "stripe_fee" }],
		net: 9680,
		reporting_category: "charge",
		source: charge.id,
		status: "pending",
		type: "charge",
	});
	const refund = await stripe.refunds.create({ payment_intent: intent?.id ?? "", amount: 2500 });
	const { data } = await stripe.balanceTransactions.list({
		source: refund.id,
		expand: ["data.source"],
	});
	expect(data).toMatchObject([
		{ amount: -2500, fee: 0, net: -2500, reporting_category: "refund", source: { id: refund.id } },
	]);
	expect(data[0]?.id).toBe(refund.balance_transaction);
});

it("a payout has what is not paid out yet, and its list has pages", async () => {
	const hook = await openWebhook();
	const { stripe, intents, control } = await openWithPayments([1000, 2000, 3000], {
		webhookUrl: hook.url,
	});
	await stripe.refunds.create({ payment_intent: intents[0]?.id ?? "" });
	const { body: payout } = await control("/_payouts", {});
	expect(payout).toMatchObject({ amount: 6000 - 174 - 90 - 1000, status: "paid" });
	const own = await stripe.balanceTransactions.retrieve(String(payout.balance_transaction));
	expect(own).toMatchObject({ net: -payout.amount, reporting_category: "payout" });
	const all = await stripe.balanceTransactions.list({ payout: payout.id });
	expect(netOf(all)).toBe(0);
	expect(all.data.map(({ reporting_category }) => reporting_category)).toEqual([
		"payout",
		"refund",
		"charge",
		"charge",
		"charge",
	]);
	const [first, second] = [{ limit: 3 }, { limit: 3, starting_after: all.data[2]?.id ?? "" }];
	const pages = [first, second].map((page) =>
		stripe.balanceTransactions.list({ payout: payout.id, ...page }),
	);
	expect((await Promise.all(pages)).map(({ data, has_more }) => [data.length, has_more])).toEqual([
		[3, true],
		[2, false],
	]);
	expect((await control("/_payouts", {})).status).toBe(400);
	await expect.poll(hook.types).toContain("payout.paid");
});

it("the money of a failed payout is in the next one", async () => {
	const { stripe, control } = await openWithPayments([5000]);
	const { body: first } = await control("/_payouts", { status: "in_transit" });
	expect(await stripe.payouts.retrieve(first.id)).toMatchObject({ status: "in_transit" });
	await control("/_payouts", { payout: first.id, status: "failed" });
	const { body: second } = await control("/_payouts", {});
	expect(second.amount).toBe(first.amount);
	const { data } = await stripe.payouts.list();
	expect(data.map(({ status }) => status)).toEqual(["paid", "failed"]);
});

it("a key can lack the permission for an endpoint", async () => {
	const { stripe, faults } = await openStripe();
	await faults({ api: { fault: "403", only: "GET /v1/balance_transactions" } });
	await expect(stripe.balanceTransactions.list()).rejects.toMatchObject({
		type: "StripePermissionError",
		statusCode: 403,
	});
	expect((await stripe.payouts.list()).data).toEqual([]);
});
