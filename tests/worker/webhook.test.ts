import { describe, expect, it, vi } from "vitest";
import { expectNoise } from "../setup/quiet.ts";
import {
	balanceTheBooks,
	beginPayment,
	booksOf,
	changeAmount,
	closeBehindItsBack,
	deliver,
	eventOf,
	payByCard,
	payWith,
	placePaidOrder,
	refundsOf,
	reportPayment,
	rowOf,
	signatureOf,
	strangeIntent,
	timesNoted,
} from "./payments.ts";
import { addTool, answer, ask, origin, placeOrder, signUp } from "./shop.ts";

balanceTheBooks();

/** An order that a card has paid for without the shop's knowing, and the event that would tell it. */
async function paidUnheard() {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
	const order = await placeOrder(rider, tool, 2);
	const payment = await beginPayment(rider, order);
	await payByCard(payment);
	return { rider, tool, order, payment, event: await eventOf(payment.id) };
}

describe("POST /stripe/webhook", () => {
	it("settles the order, without the browser", async () => {
		const { rider, tool, order, payment, event } = await paidUnheard();
		const { status, body } = await deliver(event);
		expect([status, body]).toEqual([200, { received: true }]);
		expect((await ask("GET", `/order/${order._id}`, { token: rider.token })).body).toMatchObject({
			paid: true,
			transactionId: payment.id,
		});
		expect(await booksOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("refuses what Stripe did not sign, and changes nothing", async () => {
		const { order, event } = await paidUnheard();
		const body = JSON.stringify(event);
		const altered = body.replace(/"amount_received":\d+/, '"amount_received":1');
		const right = signatureOf(body);
		const attempts: [string, string, string | null][] = [
			["no signature", body, null],
			["an empty one", body, ""],
			["nonsense", body, "t=now,v1=yes"],
			["one of another secret", body, signatureOf(body, { secret: "whsec_other" })],
			["one of another body", altered, right],
			["one of an older scheme", body, right.replace("v1=", "v0=")],
			[
				"one of another moment",
				body,
				right.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 5}`),
			],
			["one of ten minutes ago", body, signatureOf(body, { at: Date.now() - 600_000 })],
			["one of ten minutes ahead", body, signatureOf(body, { at: Date.now() + 600_000 })],
			["one of a year ahead", body, signatureOf(body, { at: Date.now() + 31_536_000_000 })],
		];
		expect(altered).not.toBe(body);
		for (const [what, sent, signature] of attempts) {
			const refused = await deliver(sent, signature);
			expect(refused.status, what).toBe(400);
			expect(refused.body.error.code).toBe("malformed");
		}
		expect((await rowOf(order._id)).transaction_id).toBeNull();
		expect(await timesNoted(event.id)).toBe(0);
	});

	it("refuses what is signed but no event, and what is no text", async () => {
		for (const body of ["", "no JSON", '{"id":']) {
			expect((await deliver(body)).status, body).toBe(400);
		}
		const headers = { "Stripe-Signature": signatureOf("") };
		const body = new Uint8Array([0x7b, 0xff, 0x7d]);
		const sent = new Request(`${origin}/api/stripe/webhook`, { method: "POST", headers, body });
		expect((await answer(sent)).status).toBe(400);
	});

	it("counts an event once, however often and at once it comes", async () => {
		const { tool, payment, event } = await paidUnheard();
		const answers = await Promise.all([1, 2, 3].map(() => deliver(event)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect((await deliver(event)).status).toBe(200);
		expect(await timesNoted(event.id)).toBe(1);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await booksOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("agrees with the browser that reports the same payment at once", async () => {
		const { rider, tool, order, payment, event } = await paidUnheard();
		const [reported, heard] = await Promise.all([
			reportPayment(rider, order, payment.id),
			deliver(event),
		]);
		expect([reported.status, heard.status]).toEqual([200, 200]);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await booksOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("does not mind in which order events come, or which kind they are", async () => {
		const { order, payment, event } = await paidUnheard();
		const created = await eventOf(payment.id, "payment_intent.created");
		expect((await deliver(event)).status).toBe(200);
		expect((await deliver(created)).status).toBe(200);
		expect(
			(await deliver({ ...event, id: "evt_other", type: "payout.paid" } as never)).status,
		).toBe(200);
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
	});

	it.each([
		["another amount", 50, "usd"],
		["another currency", 90_000, "eur"],
	])("pays back, with a fault in the log, what came in of %s", async (_, cents, currency) => {
		const faults: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void faults.push(String(line)));
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 90_000, quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const wrong = await strangeIntent(order._id, cents, currency);
		await payByCard(wrong);
		const event = await eventOf(wrong.id);
		const answers = [await deliver(event), await deliver(event)];
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await refundsOf(wrong.id)).map(({ amount }) => amount)).toEqual([cents]);
		expect(faults.map((line) => JSON.parse(line))).toMatchObject([
			{ code: "payment_mismatch", intent: wrong.id, subject: order._id, cents, currency },
		]);
		expect(await rowOf(order._id)).toMatchObject({ transaction_id: null, closed_at: null });
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		expect((await reportPayment(rider, order, payment.id)).status).toBe(200);
	});

	it("lets an order go whose own payment brought another amount", async () => {
		expectNoise(/"code":"payment_mismatch"/);
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await changeAmount(payment.id, 9_900);
		await payByCard(payment);
		expect((await reportPayment(rider, order, payment.id)).body.error.code).toBe(
			"payment_mismatch",
		);
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([9_900]);
		expect((await ask("DELETE", `/order?id=${order._id}`, { token: rider.token })).body).toEqual({
			deletedCount: 1,
		});
		expect(await booksOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("logs a payment of an unknown order as a fault, and leaves another business alone", async () => {
		const [faults, news]: string[][] = [[], []];
		vi.spyOn(console, "error").mockImplementation((line) => void faults?.push(String(line)));
		vi.spyOn(console, "log").mockImplementation((line) => void news?.push(String(line)));
		const unknown = await strangeIntent("nothing", 1234);
		const foreign = await strangeIntent("", 1234);
		for (const payment of [unknown, foreign]) {
			await payWith(payment, "pm_card_visa");
			expect((await deliver(await eventOf(payment.id))).status).toBe(200);
			expect(await refundsOf(payment.id)).toEqual([]);
		}
		expect(faults?.map((line) => JSON.parse(line))).toMatchObject([
			{ code: "payment_mismatch", intent: unknown.id, subject: "nothing" },
		]);
		expect(news?.some((line) => line.includes(foreign.id))).toBe(true);
	});

	it("takes events that lack what they may lack, and refuses what is none", async () => {
		const { event } = await paidUnheard();
		const { object } = event.data;
		for (const metadata of [null, undefined, {}]) {
			const data = { object: { ...object, id: "pi_other", metadata } };
			const bare = { ...event, id: `evt_${String(metadata)}`, data };
			expect((await deliver(bare as never)).status, String(metadata)).toBe(200);
		}
		const dispute = { object: { id: "du_1", object: "dispute", payment_intent: null } };
		const strange = { ...event, id: "evt_du", type: "charge.dispute.created", data: dispute };
		expect((await deliver(strange as never)).status).toBe(200);
		for (const none of ["null", "[]", '"text"', "{}", JSON.stringify({ ...event, data: null })]) {
			expect((await deliver(none)).status, none).toBe(400);
		}
	});

	it("pays back, once, what was paid for an order that had closed, and shows it", async () => {
		const { rider, tool, order, payment, event } = await paidUnheard();
		await closeBehindItsBack(order._id);
		const answers = await Promise.all([deliver(event), deliver(event)]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await deliver(event)).status).toBe(200);
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		const shown = await ask("GET", `/order/${order._id}`, { token: rider.token });
		expect(shown.body).toMatchObject({ paid: false, refunded: true });
		const list = `/order?email=${encodeURIComponent(rider.email)}`;
		expect((await ask("GET", list, { token: rider.token })).body).toEqual([shown.body]);
		expect(await booksOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("pays back a second payment of a paid order, and leaves the order paid", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const { order, payment } = await placePaidOrder(rider, tool);
		const second = await strangeIntent(order._id, 2599);
		await payByCard(second);
		expect((await deliver(await eventOf(second.id))).status).toBe(200);
		expect(await refundsOf(second.id)).toHaveLength(1);
		expect(await rowOf(order._id)).toMatchObject({ transaction_id: payment.id, closed_at: null });
		expect(await booksOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});
});
