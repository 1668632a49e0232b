/** A shop with the Payment Element: methods that redirect, and those whose payment is processed for days. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OrderLine, Payment } from "../helpers/payments.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
Object.defineProperty(config, "paymentForm", { get: () => "payment-element", enumerable: true });
const { addTool, callApi, placeLine, signUp } = await import("../helpers/shop.ts");
const { mailOfRow } = await import("../../src/shop/mails/mail-of-row.server.ts");
const { reconcile } = await import("../helpers/payment-jobs.ts");
const {
	beginPayment,
	checkLedgerAfterEach,
	controlStripe,
	deliverEvent,
	eventOf,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	refundsOf,
	reportPayment,
	requestIntent,
	rowOf,
} = await import("../helpers/payments.ts");

const hourMs = 3_600_000;

const switchOn = (...types: string[]) => controlStripe("/_payment_methods", { types });
const usualTypes = ["card", "link", "amazon_pay"];
beforeAll(() => switchOn(...usualTypes, "sepa_debit"));
afterAll(async () => {
	await switchOn(...usualTypes);
	// The next test file loads them in turn, with the shop's own form.
	vi.resetModules();
});

checkLedgerAfterEach();

/** Calls the stand-in as the payment page does. */
async function callAsBrowser(path: string, { secret }: Payment, params: Record<string, string>) {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${path}`, {
		method: "POST",
		body: new URLSearchParams({
			key: env.STRIPE_PUBLISHABLE_KEY,
			client_secret: secret,
			...params,
		}),
	});
	return response.json<{ status?: string; error?: { code: string } }>();
}

/** Confirms a payment with a method that is not a card. Returns the intent's status. */
async function payBy(payment: Payment, method: "amazon_pay" | "sepa_debit") {
	const { status } = await callAsBrowser(`payment_intents/${payment.id}/confirm`, payment, {
		return_url: "https://shop.example.test/payment/1",
		"payment_method_data[type]": method,
		...(method === "sepa_debit" && {
			"payment_method_data[sepa_debit][iban]": "DE89370400440532013000",
		}),
	});
	return status;
}

/** What the customer does on the page of the wallet. */
const answer = (payment: Payment, outcome: "complete" | "fail") =>
	callAsBrowser("3ds2/authenticate", payment, { payment_intent: payment.id, outcome });

/** What the bank says, days later. */
const settle = ({ id }: Payment, status: "succeeded" | "failed") =>
	controlStripe("/_processing", { payment_intent: id, status });

async function beginOrder() {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
	const line = await placeLine(rider, tool, 2);
	return { rider, tool, line, payment: await beginPayment(rider, line) };
}

async function processingSince({ _id }: OrderLine): Promise<unknown> {
	const row = await env.DB.prepare("select processing_at from orders where id = ?")
		.bind(_id)
		.first();
	return row?.processing_at;
}

/** The e-mails that are due about an order. */
async function mailsAbout({ _id }: OrderLine): Promise<(string | undefined)[]> {
	const { results } = await env.DB.prepare("select id, kind from outbox where subject_id = ?")
		.bind(_id)
		.all<{ id: string; kind: "order.expiring" }>();
	const mails = results.map(({ id, kind }) =>
		mailOfRow({ id, kind, subjectId: _id, payload: {} } as Parameters<typeof mailOfRow>[0]),
	);
	return (await Promise.all(mails)).map((mail) => mail?.subject);
}

it("a payment accepts whatever is switched on at Stripe", async () => {
	const { payment } = await beginOrder();
	expect(await intentAtStripe(payment.id)).toMatchObject({
		automatic_payment_methods: { enabled: true },
		payment_method_types: [...usualTypes, "sepa_debit"],
	});
});

describe("a payment that is processed for days", () => {
	it("keeps its stock beyond the reservation, and pays the order in the end", async () => {
		const { rider, tool, line, payment } = await beginOrder();
		expect(await payBy(payment, "sepa_debit")).toBe("processing");
		for (const answered of [
			await reportPayment(rider, line, payment.id),
			await requestIntent(rider, line),
			await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token }),
		]) {
			expect([answered.status, answered.body.error?.code]).toEqual([409, "payment_processing"]);
		}
		const since = await processingSince(line);
		expect(since).toBeGreaterThan(Date.now() - hourMs);
		await expireReservation(line._id);
		await reconcile();
		expect((await requestIntent(rider, line)).body.error?.code).toBe("payment_processing");
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
		const { check_at, check_failures } = await rowOf(line._id);
		expect(check_failures).toBe(0);
		expect(Number(check_at)).toBeGreaterThan(Date.now());
		expect(Number(check_at)).toBeLessThanOrEqual(Date.now() + hourMs);
		expect(await processingSince(line)).toBe(since);
		await settle(payment, "succeeded");
		await deliverEvent(await eventOf(payment.id));
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("is found by the job alone, also when it expires first", async () => {
		const [open, expired] = [await beginOrder(), await beginOrder()];
		for (const { payment } of [open, expired]) await payBy(payment, "sepa_debit");
		await expireReservation(expired.line._id);
		await reconcile();
		for (const { line, payment } of [open, expired]) {
			expect(await processingSince(line)).not.toBeNull();
			expect((await rowOf(line._id)).closed_at).toBeNull();
			// Nobody is asked to pay again.
			expect(await mailsAbout(line)).toEqual([undefined]);
			await settle(payment, "succeeded");
		}
		await reconcile();
		for (const { line, payment } of [open, expired]) {
			expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
			const failed = await env.DB.prepare(
				"select id from outbox where kind = 'order.payment_failed' and subject_id = ?",
			)
				.bind(line._id)
				.first();
			expect(failed).toBeNull();
		}
	});

	it("has not failed when the customer reports that it has succeeded", async () => {
		const { rider, line, payment } = await beginOrder();
		await payBy(payment, "sepa_debit");
		await reportPayment(rider, line, payment.id);
		await settle(payment, "succeeded");
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
		const told = env.DB.prepare("select kind from outbox where subject_id = ? order by kind");
		expect((await told.bind(line._id).all()).results).toEqual([
			{ kind: "order.expiring" },
			{ kind: "order.paid" },
		]);
	});

	it("begins a new reservation if it fails, and tells the customer once", async () => {
		const { rider, tool, line, payment } = await beginOrder();
		await payBy(payment, "sepa_debit");
		await reportPayment(rider, line, payment.id);
		await expireReservation(line._id);
		await settle(payment, "failed");
		await reconcile();
		await reconcile();
		expect(await processingSince(line)).toBeNull();
		const renewed = await callApi("GET", `/order/${line._id}`, { token: rider.token });
		expect(Date.parse(renewed.body.expiresAt)).toBeGreaterThan(Date.now() + 23 * hourMs);
		expect(await mailsAbout(line)).toEqual([
			`Your Cogsmith reservation for order ${line.orderNumber} ends soon`,
			`Your Cogsmith payment for order ${line.orderNumber} failed`,
		]);
		expect(await beginPayment(rider, line)).toEqual(payment);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("can be paid in another way as soon as it has failed", async () => {
		const { rider, line, payment } = await beginOrder();
		await payBy(payment, "sepa_debit");
		await reportPayment(rider, line, payment.id);
		await settle(payment, "failed");
		await expireReservation(line._id);
		expect(await beginPayment(rider, line)).toEqual(payment);
		expect(await processingSince(line)).toBeNull();
	});
});

describe("a payment on another page", () => {
	it("that failed leaves the order to be paid with the same payment", async () => {
		const { rider, line, payment } = await beginOrder();
		expect(await payBy(payment, "amazon_pay")).toBe("requires_action");
		expect(await beginPayment(rider, line)).toEqual(payment);
		expect((await answer(payment, "fail")).status).toBe("requires_payment_method");
		const reported = await reportPayment(rider, line, payment.id);
		expect([reported.status, reported.body.error?.code]).toEqual([409, "payment_incomplete"]);
		expect(await beginPayment(rider, line)).toEqual(payment);
	});

	it("cannot charge once a card has paid, and the other way round", async () => {
		const [card, wallet] = [await beginOrder(), await beginOrder()];
		await payBy(card.payment, "amazon_pay");
		await payByCard(card.payment);
		const late = await answer(card.payment, "complete");
		expect(late.error?.code).toBe("payment_intent_unexpected_state");
		await payBy(wallet.payment, "amazon_pay");
		await answer(wallet.payment, "complete");
		await expect(payByCard(wallet.payment)).rejects.toThrow("400");
		for (const { rider, line, payment } of [card, wallet]) {
			expect((await reportPayment(rider, line, payment.id)).body.transactionId).toBe(payment.id);
			expect(await refundsOf(payment.id)).toEqual([]);
		}
	});
});
