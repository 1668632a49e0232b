/** Manual capture, customers, and setup intents, which save a payment method. */
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { namesOf, openStripe, openWebhook, RETURN_URL } from "./testing.ts";

const ORDER = { amount: 2400, currency: "usd" };
const PAID = { payment_method: "pm_card_visa", confirm: true, return_url: RETURN_URL };
const MANUAL = { ...ORDER, ...PAID, capture_method: "manual" as const };

describe("an intent with manual capture", () => {
	it("is authorized, then captured in full, once", async () => {
		const { url, types } = await openWebhook();
		const { stripe } = await openStripe({ webhookUrl: url });
		const intent = await stripe.paymentIntents.create(MANUAL);
		expect(intent).toMatchObject({
			status: "requires_capture",
			capture_method: "manual",
			amount_capturable: 2400,
			amount_received: 0,
		});
		const authorized = await stripe.charges.retrieve(String(intent.latest_charge));
		expect(authorized).toMatchObject({
			captured: false,
			amount_captured: 0,
			paid: true,
			balance_transaction: null,
		});
		await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
			code: "payment_intent_unexpected_state",
		});
		const captured = await stripe.paymentIntents.capture(intent.id);
		expect(captured).toMatchObject({
			status: "succeeded",
			amount_capturable: 0,
			amount_received: 2400,
		});
		await expect(stripe.paymentIntents.capture(intent.id)).rejects.toMatchObject({
			statusCode: 400,
			code: "payment_intent_unexpected_state",
			message: expect.stringContaining("it has already been captured"),
		});
		await expect
			.poll(types)
			.toEqual([
				"payment_intent.created",
				"payment_intent.amount_capturable_updated",
				"charge.captured",
				"payment_intent.succeeded",
			]);
	});

	it("is captured in part: what was not can't be refunded, and the fee is of the part", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.paymentIntents.create(MANUAL);
		await expect(
			stripe.paymentIntents.capture(id, { amount_to_capture: 2401 }),
		).rejects.toMatchObject({ code: "amount_too_large", param: "amount_to_capture" });
		const { latest_charge } = await stripe.paymentIntents.capture(id, { amount_to_capture: 1000 });
		const charge = await stripe.charges.retrieve(String(latest_charge), {
			expand: ["balance_transaction"],
		});
		expect(charge).toMatchObject({
			captured: true,
			amount: 2400,
			amount_captured: 1000,
			balance_transaction: { amount: 1000, fee: 59 },
		});
		await expect(stripe.refunds.create({ payment_intent: id, amount: 1001 })).rejects.toMatchObject(
			{ param: "amount" },
		);
		await stripe.refunds.create({ payment_intent: id });
		expect((await stripe.charges.retrieve(charge.id)).refunded).toBe(true);
	});

	it("releases the money when it is canceled", async () => {
		const { stripe } = await openStripe();
		const { id, latest_charge } = await stripe.paymentIntents.create(MANUAL);
		const canceled = await stripe.paymentIntents.cancel(id);
		expect(canceled).toMatchObject({ status: "canceled", amount_capturable: 0 });
		const charge = await stripe.charges.retrieve(String(latest_charge));
		expect(charge).toMatchObject({ captured: false, refunded: true, amount_refunded: 2400 });
		await expect(stripe.paymentIntents.capture(id)).rejects.toThrow("status of canceled");
		expect((await stripe.balanceTransactions.list()).data).toEqual([]);
	});

	it("is authorized after 3-D Secure, and disputed once it is captured", async () => {
		const { stripe, browser } = await openStripe();
		const secure = await stripe.paymentIntents.create({
			...MANUAL,
			payment_method: "pm_card_threeDSecure2Required",
		});
		const { body } = await browser("POST", "/v1/3ds2/authenticate", {
			payment_intent: secure.id,
			client_secret: secure.client_secret ?? "",
			outcome: "complete",
		});
		expect(body.status).toBe("requires_capture");
		const disputed = await stripe.paymentIntents.create({
			...MANUAL,
			payment_method: "pm_card_createDispute",
		});
		const disputesOf = async () =>
			(await stripe.disputes.list({ payment_intent: disputed.id })).data.length;
		expect(await disputesOf()).toBe(0);
		await stripe.paymentIntents.capture(disputed.id);
		expect(await disputesOf()).toBe(1);
	});

	it("takes no method that is debited days later", async () => {
		const { stripe } = await openStripe();
		const created = stripe.paymentIntents.create({
			...ORDER,
			capture_method: "manual",
			confirm: true,
			return_url: RETURN_URL,
			payment_method_data: { type: "sepa_debit", sepa_debit: { iban: "DE89370400440532013000" } },
		});
		await expect(created).rejects.toMatchObject({
			code: "payment_intent_incompatible_payment_method",
		});
	});
});

describe("a customer", () => {
	it("is created, updated, found by e-mail and deleted", async () => {
		const { stripe } = await openStripe();
		const created = await stripe.customers.create({
			email: "ann@example.test",
			name: "Ann",
			metadata: { id: "1" },
			address: { country: "DE", postal_code: "10115" },
		});
		expect(created).toMatchObject({ name: "Ann", address: { country: "DE", city: null } });
		const known = namesOf("Customers", "Customer");
		const fields = Object.keys(created).filter((field) => field !== "lastResponse");
		expect(fields.filter((field) => !known.includes(field))).toEqual([]);
		expect(fields).toEqual(
			expect.arrayContaining(namesOf("Customers", "Customer", { required: true })),
		);
		await stripe.customers.create({ email: "bob@example.test" });
		await stripe.customers.update(created.id, { name: "", metadata: { id: "" } });
		const byEmail = await stripe.customers.list({ email: "ann@example.test" });
		expect(byEmail.data).toMatchObject([{ id: created.id, name: null, metadata: {} }]);
		expect((await stripe.customers.del(created.id)).deleted).toBe(true);
		expect(await stripe.customers.retrieve(created.id)).toMatchObject({ deleted: true });
		expect((await stripe.customers.list()).data.map(({ email }) => email)).toEqual([
			"bob@example.test",
		]);
		await expect(
			stripe.paymentIntents.create({ ...ORDER, customer: created.id }),
		).rejects.toMatchObject({ statusCode: 404, param: "customer", code: "resource_missing" });
	});

	it("keeps a payment method, which pays for nobody else, until it is detached", async () => {
		const { stripe } = await openStripe();
		const ann = await stripe.customers.create({ payment_method: "pm_card_visa" });
		const bob = await stripe.customers.create();
		const [card] = (await stripe.customers.listPaymentMethods(ann.id, { type: "card" })).data;
		const pay = (customer?: string) =>
			stripe.paymentIntents.create({
				...ORDER,
				...PAID,
				payment_method: card?.id ?? "",
				...(customer && { customer }),
			});
		const paid = await pay(ann.id);
		expect(await stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({
			customer: ann.id,
		});
		for (const other of [undefined, bob.id])
			await expect(pay(other)).rejects.toMatchObject({ param: "payment_method" });
		await expect(
			stripe.paymentMethods.attach(card?.id ?? "", { customer: bob.id }),
		).rejects.toThrow("already been attached");
		expect((await stripe.paymentIntents.list({ customer: ann.id })).data).toHaveLength(1);
		await stripe.paymentMethods.detach(card?.id ?? "");
		expect((await stripe.customers.listPaymentMethods(ann.id)).data).toEqual([]);
	});

	it("keeps what an intent with setup_future_usage was paid with", async () => {
		const { stripe } = await openStripe();
		const { id } = await stripe.customers.create();
		const { payment_method } = await stripe.paymentIntents.create({
			...ORDER,
			...PAID,
			customer: id,
			setup_future_usage: "off_session" as const,
		});
		const methods = await stripe.customers.listPaymentMethods(id);
		expect(methods.data).toMatchObject([{ id: payment_method, customer: id }]);
	});
});

describe("a setup intent", () => {
	const open = async (params: Stripe.SetupIntentCreateParams = {}) => {
		const webhook = await openWebhook();
		const opened = await openStripe({ webhookUrl: webhook.url });
		const customer = await opened.stripe.customers.create();
		const intent = await opened.stripe.setupIntents.create({ customer: customer.id, ...params });
		return { ...opened, ...webhook, customer, intent };
	};
	const confirmed = (payment_method: string) => ({ payment_method, return_url: RETURN_URL });

	it("saves a card with its customer, once", async () => {
		const { stripe, customer, intent, types } = await open({ metadata: { id: "1" } });
		expect(intent).toMatchObject({
			status: "requires_payment_method",
			usage: "off_session",
			metadata: { id: "1" },
			client_secret: expect.stringMatching(/^seti_\w+_secret_\w+$/),
		});
		const known = namesOf("SetupIntents", "SetupIntent");
		const fields = Object.keys(intent).filter((field) => field !== "lastResponse");
		expect(fields.filter((field) => !known.includes(field))).toEqual([]);
		expect(fields).toEqual(
			expect.arrayContaining(namesOf("SetupIntents", "SetupIntent", { required: true })),
		);
		await expect(stripe.setupIntents.confirm(intent.id)).rejects.toThrow("`return_url`");
		const saved = await stripe.setupIntents.confirm(intent.id, confirmed("pm_card_visa"));
		expect(saved.status).toBe("succeeded");
		expect((await stripe.setupIntents.retrieve(intent.id)).payment_method).toBe(
			saved.payment_method,
		);
		const methods = await stripe.customers.listPaymentMethods(customer.id);
		expect(methods.data.map(({ id }) => id)).toEqual([saved.payment_method]);
		for (const again of [
			stripe.setupIntents.confirm(intent.id, confirmed("pm_card_visa")),
			stripe.setupIntents.cancel(intent.id),
		])
			await expect(again).rejects.toMatchObject({
				statusCode: 400,
				code: "setup_intent_unexpected_state",
				setup_intent: { id: intent.id },
			});
		await expect
			.poll(types)
			.toEqual([
				"customer.created",
				"setup_intent.created",
				"payment_method.attached",
				"setup_intent.succeeded",
			]);
	});

	it("returns the bank's decline, and takes another card", async () => {
		const { stripe, intent } = await open();
		await expect(
			stripe.setupIntents.confirm(intent.id, confirmed("pm_card_chargeDeclined")),
		).rejects.toMatchObject({
			type: "StripeCardError",
			statusCode: 402,
			code: "card_declined",
			setup_intent: { status: "requires_payment_method" },
		});
		const declined = await stripe.setupIntents.retrieve(intent.id);
		expect(declined.last_setup_error).toMatchObject({ code: "card_declined" });
		const saved = await stripe.setupIntents.confirm(intent.id, confirmed("pm_card_visa"));
		expect(saved).toMatchObject({ status: "succeeded", last_setup_error: null });
	});

	it.each([
		["complete", "succeeded"],
		["fail", "requires_payment_method"],
	])("whose 3-D Secure ends with %s is %s", async (outcome, status) => {
		const { stripe, browser, intent } = await open();
		const secure = await stripe.setupIntents.confirm(
			intent.id,
			confirmed("pm_card_threeDSecure2Required"),
		);
		expect(secure).toMatchObject({
			status: "requires_action",
			next_action: { type: "use_stripe_sdk" },
		});
		const secret = { client_secret: intent.client_secret ?? "" };
		const answer = { setup_intent: intent.id, outcome, ...secret };
		expect((await browser("POST", "/v1/3ds2/authenticate", answer)).body.status).toBe(status);
		const seen = await browser("GET", `/v1/setup_intents/${intent.id}`, secret);
		expect(seen.body).not.toHaveProperty("metadata");
	});

	it("is canceled, and is found by its id and secret alone", async () => {
		const { stripe, browser, intent } = await open();
		const wrong = await browser("GET", `/v1/setup_intents/${intent.id}`, { client_secret: "x" });
		expect(wrong).toMatchObject({
			status: 400,
			body: { error: { code: "setup_intent_invalid_parameter" } },
		});
		await expect(stripe.setupIntents.retrieve("seti_none")).rejects.toMatchObject({
			statusCode: 404,
			message: "No such setupintent: 'seti_none'",
		});
		const canceled = await stripe.setupIntents.cancel(intent.id, {
			cancellation_reason: "abandoned",
		});
		expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
	});
});
