/** What Stripe rejects, and the fields that its objects have. */
import { describe, expect, it } from "vitest";
import { KEYS, namesOf, openStripe, RETURN_URL } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd" };

it.each(["xyz", "usdd", "us", "cog", "u$d"])("rejects the currency %s", async (currency) => {
	const { stripe } = await openStripe();
	const created = stripe.paymentIntents.create({ ...ORDER, currency });
	await expect(created).rejects.toMatchObject({
		type: "StripeInvalidRequestError",
		param: "currency",
		message: expect.stringContaining(`Invalid currency: ${currency}. Stripe currently supports`),
	});
});

it.each([
	["usd", 50],
	["gbp", 30],
	["jpy", 50],
	["czk", 1500],
	["huf", 17_500],
	["sek", 300],
])("charges in %s from %i", async (currency, smallest) => {
	const { stripe } = await openStripe();
	const small = stripe.paymentIntents.create({ currency, amount: smallest - 1 });
	await expect(small).rejects.toMatchObject({ code: "amount_too_small", param: "amount" });
	const { amount } = await stripe.paymentIntents.create({ currency, amount: smallest });
	expect(amount).toBe(smallest);
});

it("rejects an account that the key has no access to, and changes nothing", async () => {
	const { stripe } = await openStripe();
	const asAccount = { stripeAccount: "acct_1PgaftB7WZ01zgkW" };
	await expect(stripe.paymentIntents.create(ORDER, asAccount)).rejects.toMatchObject({
		type: "StripePermissionError",
		statusCode: 403,
		code: "account_invalid",
		message: expect.not.stringContaining(KEYS.secretKey),
	});
	expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

describe("confirmed by a server, an intent", () => {
	const confirm = async (created: object, confirmed: object) => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create({ ...ORDER, ...created });
		return stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa", ...confirmed });
	};

	it.each([
		[{}],
		[{ automatic_payment_methods: { enabled: true } }],
		[{ automatic_payment_methods: { enabled: true, allow_redirects: "always" } }],
		[{ allowed_payment_method_types: ["card", "amazon_pay"] }],
	])("of %j needs a return_url, also for a card", async (params) => {
		await expect(confirm(params, {})).rejects.toMatchObject({
			type: "StripeInvalidRequestError",
			statusCode: 400,
			param: "return_url",
			message: expect.stringContaining("A `return_url` must be specified"),
		});
		expect((await confirm(params, { return_url: RETURN_URL })).status).toBe("succeeded");
	});

	it.each([
		[{ automatic_payment_methods: { enabled: true, allow_redirects: "never" } }],
		[{ automatic_payment_methods: { enabled: false } }],
		[{ allowed_payment_method_types: ["card"] }],
	])("of %j needs none", async (params) => {
		expect((await confirm(params, {})).status).toBe("succeeded");
	});
});

it("objects have every field that the stripe library says is always there", async () => {
	const { stripe } = await openStripe();
	const intent = await stripe.paymentIntents.create({
		...ORDER,
		payment_method: "pm_card_createDispute",
		confirm: true,
		return_url: RETURN_URL,
	});
	const other = await stripe.paymentIntents.create({
		...ORDER,
		payment_method: "pm_card_visa",
		confirm: true,
		return_url: RETURN_URL,
	});
	const charge = await stripe.charges.retrieve(String(other.latest_charge));
	const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
	const { secret, ...endpoint } = await stripe.webhookEndpoints.create({
		url: "https://shop.example/hook",
		enabled_events: ["charge.refunded"],
	});
	const refund = await stripe.refunds.create({ payment_intent: other.id });
	const objects: [file: string, name: string, object: object | undefined][] = [
		["PaymentIntents", "PaymentIntent", other],
		["Charges", "Charge", charge],
		["Refunds", "Refund", refund],
		["Disputes", "Dispute", dispute],
		[
			"PaymentMethods",
			"PaymentMethod",
			await stripe.paymentMethods.retrieve(charge.payment_method ?? ""),
		],
		[
			"BalanceTransactions",
			"BalanceTransaction",
			(await stripe.balanceTransactions.list()).data[0],
		],
		["WebhookEndpoints", "WebhookEndpoint", endpoint],
	];
	for (const [file, name, object] of objects) {
		const fields = Object.keys(object ?? {});
		expect(fields, name).toEqual(expect.arrayContaining(namesOf(file, name, { required: true })));
		const known = namesOf(file, name);
		expect(fields.filter((field) => field !== "lastResponse" && !known.includes(field))).toEqual(
			[],
		);
	}
});
