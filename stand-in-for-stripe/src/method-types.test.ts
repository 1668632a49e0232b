/** Payment methods other than cards: which an intent accepts, and how they pay. */
import { describe, expect, it } from "vitest";
import { cardForm, openStripe, RETURN_URL } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd" };
const return_url = "https://shop.example.test/paid?order=1";

async function setTypes(url: string, types: unknown) {
	const body = JSON.stringify({ types });
	return fetch(`${url}/_payment_methods`, { method: "POST", body });
}

/** Confirms an intent as a browser does. */
async function openConfirm(params: object = {}) {
	const standIn = await openStripe();
	const intent = await standIn.stripe.paymentIntents.create({ ...ORDER, ...params });
	const client_secret = String(intent.client_secret);
	const path = `/v1/payment_intents/${intent.id}`;
	const confirm = (extra: Record<string, string>) =>
		standIn.browser("POST", `${path}/confirm`, { client_secret, ...extra });
	const answer = (outcome: string) =>
		standIn.browser("POST", "/v1/3ds2/authenticate", {
			client_secret,
			payment_intent: intent.id,
			outcome,
		});
	return { ...standIn, id: intent.id, confirm, answer };
}

describe("an intent accepts", () => {
	it.each([
		[{}, ["card", "link", "amazon_pay"]],
		[{ automatic_payment_methods: { enabled: true } }, ["card", "link", "amazon_pay"]],
		[{ automatic_payment_methods: { enabled: true, allow_redirects: "never" } }, ["card", "link"]],
		[{ automatic_payment_methods: { enabled: false } }, ["card"]],
		[{ allowed_payment_method_types: ["card"] }, ["card"]],
		[{ allowed_payment_method_types: ["link", "klarna", "card"] }, ["card", "link"]],
		[{ excluded_payment_method_types: ["card", "link"] }, ["amazon_pay"]],
	] as const)("with %j: %j", async (params, types) => {
		const { stripe } = await openStripe();
		const intent = await stripe.paymentIntents.create({
			...ORDER,
			...structuredClone(params),
		} as never);
		expect(intent.payment_method_types).toEqual(types);
	});

	it.each([
		[{ payment_method_types: ["card"] }, "payment_method_types"],
		[{ excluded_payment_method_types: ["cash"] }, "excluded_payment_method_types"],
		[{ allowed_payment_method_types: ["klarna"] }, "allowed_payment_method_types"],
		[
			{ automatic_payment_methods: { enabled: true, allow_redirects: "sometimes" } },
			"automatic_payment_methods[allow_redirects]",
		],
	])("nothing with %j", async (params, param) => {
		const { stripe } = await openStripe();
		const created = stripe.paymentIntents.create({ ...ORDER, ...params } as never);
		await expect(created).rejects.toMatchObject({ statusCode: 400, param });
	});

	it("what the setting switches on, when it is created or its methods are updated", async () => {
		const { stripe, url } = await openStripe();
		const { id } = await stripe.paymentIntents.create(ORDER);
		expect((await setTypes(url, ["klarna", "card"])).status).toBe(200);
		for (const invalid of [[], ["cash"], "card", undefined]) {
			expect((await setTypes(url, invalid)).status).toBe(400);
		}
		const current = await (await fetch(`${url}/_payment_methods`)).json();
		expect(current).toEqual({ types: ["card", "klarna"] });
		const other = await stripe.paymentIntents.create(ORDER);
		expect(other.payment_method_types).toEqual(["card", "klarna"]);
		const allowed_payment_method_types = ["klarna" as const];
		const updated = await stripe.paymentIntents.update(id, { allowed_payment_method_types });
		expect(updated).toMatchObject({
			allowed_payment_method_types,
			payment_method_types: ["klarna"],
		});
	});
});

describe("a payment", () => {
	it("by Link succeeds or is declined", async () => {
		const { stripe, id, confirm } = await openConfirm();
		const link = (outcome: string) => ({
			"payment_method_data[type]": "link",
			"payment_method_data[link][test_outcome]": outcome,
			"payment_method_data[billing_details][email]": "rider@example.test",
		});
		expect((await confirm(link("lost"))).status).toBe(400);
		const declined = await confirm(link("declined"));
		expect(declined).toMatchObject({ status: 402, body: { error: { code: "card_declined" } } });
		const paid = await confirm(link("succeeded"));
		expect(paid.body.status).toBe("succeeded");
		const { latest_charge } = await stripe.paymentIntents.retrieve(id, {
			expand: ["latest_charge"],
		});
		expect(latest_charge).toMatchObject({
			payment_method_details: { type: "link", link: { email: "rider@example.test" } },
		});
		const refund = await stripe.refunds.create({ payment_intent: id, amount: 100 });
		expect(refund.destination_details).toEqual({ type: "link" });
	});

	it("by a wallet has its card", async () => {
		const { stripe, id, confirm } = await openConfirm();
		const wallet = (name: string) =>
			cardForm("4242424242424242", { "payment_method_data[card][wallet]": name });
		expect((await confirm(wallet("purse"))).status).toBe(400);
		await confirm(wallet("google_pay"));
		const { payment_method } = await stripe.paymentIntents.retrieve(id, {
			expand: ["payment_method"],
		});
		expect(payment_method).toMatchObject({
			type: "card",
			card: { wallet: { type: "google_pay" } },
		});
	});

	it.each([
		["complete", "succeeded", undefined],
		["fail", "requires_payment_method", "payment_intent_authentication_failure"],
	])("by Amazon Pay redirects: %s, then %s", async (outcome, status, code) => {
		const { stripe, id, confirm, answer } = await openConfirm();
		const amazon = { "payment_method_data[type]": "amazon_pay" };
		expect(await confirm(amazon)).toMatchObject({
			status: 400,
			body: { error: { code: "parameter_missing", param: "return_url" } },
		});
		expect((await confirm({ ...amazon, return_url: "paid" })).body.error?.code).toBe("url_invalid");
		const redirected = await confirm({ ...amazon, return_url });
		expect(redirected.body).toMatchObject({
			status: "requires_action",
			next_action: {
				type: "redirect_to_url",
				redirect_to_url: { return_url, url: expect.stringContaining("/authorize?") },
			},
		});
		await answer(outcome);
		const after = await stripe.paymentIntents.retrieve(id);
		expect(after).toMatchObject({ status, next_action: null });
		expect(after.last_payment_error?.code).toBe(code);
		expect((await answer(outcome)).body.error?.code).toBe("payment_intent_unexpected_state");
	});

	it("is only by a method that the intent accepts", async () => {
		const { confirm } = await openConfirm({ allowed_payment_method_types: ["card"] });
		const paid = await confirm({ "payment_method_data[type]": "link" });
		expect(paid).toMatchObject({
			status: 400,
			body: { error: { code: "payment_intent_incompatible_payment_method" } },
		});
		expect((await confirm({ "payment_method_data[type]": "cash" })).status).toBe(400);
		expect((await confirm(cardForm("4242424242424242"))).body.status).toBe("succeeded");
	});

	it.each([
		["succeeded", "succeeded", undefined],
		["failed", "requires_payment_method", "insufficient_funds"],
	] as const)("by SEPA Direct Debit is processed, then %s", async (status, after, code) => {
		const { stripe, url } = await openStripe();
		await setTypes(url, ["sepa_debit"]);
		const { id } = await stripe.paymentIntents.create(ORDER);
		const debit = (iban: string) =>
			stripe.paymentIntents.confirm(id, {
				return_url: RETURN_URL,
				payment_method_data: { type: "sepa_debit", sepa_debit: { iban } },
			});
		await expect(debit("none")).rejects.toMatchObject({ code: "invalid_iban" });
		expect((await debit("DE89 3704 0044 0532 0130 00")).status).toBe("processing");
		const unexpected = { code: "payment_intent_unexpected_state" };
		await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject(unexpected);
		await expect(debit("DE89370400440532013000")).rejects.toMatchObject(unexpected);
		const settle = (outcome: string) => {
			const body = JSON.stringify({ payment_intent: id, status: outcome });
			return fetch(`${url}/_processing`, { method: "POST", body });
		};
		expect((await settle("lost")).status).toBe(400);
		expect((await settle(status)).status).toBe(200);
		expect((await settle(status)).status).toBe(400);
		const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
		expect([intent.status, intent.last_payment_error?.code]).toEqual([after, code]);
		const types = (await stripe.events.list()).data.map(({ type }) => type);
		expect(types).toContain("payment_intent.processing");
	});

	it("by Klarna can be disputed", async () => {
		const { stripe, url } = await openStripe();
		await setTypes(url, ["klarna"]);
		const { id, payment_method_types } = await stripe.paymentIntents.create(ORDER);
		expect(payment_method_types).toEqual(["klarna"]);
		const redirected = await stripe.paymentIntents.confirm(id, {
			payment_method_data: { type: "klarna" },
			return_url,
		});
		const approval = new URL(String(redirected.next_action?.redirect_to_url?.url));
		const body = new URLSearchParams({
			...Object.fromEntries(approval.searchParams),
			outcome: "complete",
		});
		await fetch(`${url}/v1/3ds2/authenticate`, { method: "POST", body });
		const dispute = JSON.stringify({ payment_intent: id });
		await fetch(`${url}/_disputes`, { method: "POST", body: dispute });
		const { data } = await stripe.disputes.list({ payment_intent: id });
		expect(data).toMatchObject([{ payment_method_details: { type: "klarna" } }]);
	});
});
