import { describe, expect, it } from "vitest";
import {
	balanceTheBooks,
	beginPayment,
	booksOf,
	closeBehindItsBack,
	deliver,
	eventOf,
	payByCard,
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

	it("takes an event of an order it does not know, and does nothing", async () => {
		const payment = await strangeIntent("nothing", 1234);
		const event = await eventOf(payment.id, "payment_intent.created");
		expect((await deliver(event)).status).toBe(200);
		const data = { object: { ...event.data.object, status: "succeeded", amount_received: 1234 } };
		const strange = { ...event, id: "evt_strange", type: "payment_intent.succeeded", data };
		expect((await deliver(strange as never)).status).toBe(200);
		expect(await refundsOf(payment.id)).toEqual([]);
	});

	it("does not take a payment of another amount for the order's", async () => {
		const rider = await signUp();
		const order = await placeOrder(rider, await addTool({ priceCents: 90_000 }));
		const cheap = await strangeIntent(order._id, 50);
		const created = await eventOf(cheap.id, "payment_intent.created");
		const data = { object: { ...created.data.object, status: "succeeded", amount_received: 50 } };
		const event = { ...created, id: "evt_cheap", type: "payment_intent.succeeded", data };
		expect((await deliver(event as never)).body.error.code).toBe("payment_mismatch");
		expect((await rowOf(order._id)).transaction_id).toBeNull();
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
