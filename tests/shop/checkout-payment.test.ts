/** Paying orders of several lines: all with one payment, or less once a line was removed. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { placeOrderOf } from "../helpers/checkouts.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	checkLedgerAfterEach,
	eventOf,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	refundAtStripe,
	refundsOf,
	reportPayment,
	rowOf,
} from "../helpers/payments.ts";
import { addTools, callApi, signUp } from "../helpers/shop.ts";

checkLedgerAfterEach();

describe("paying a checkout", () => {
	it("pays all its orders with one payment, named by the checkout or by any of its orders", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, order);
		const [, second] = order.lines;
		const ids = order.lines.map(({ _id }: { _id: string }) => _id);
		expect(await beginPayment(rider, { _id: second._id, totalPrice: order.totalPrice })).toEqual(
			payment,
		);
		expect(await intentAtStripe(payment.id)).toMatchObject({
			amount: 7797,
			metadata: { orderId: order._id },
		});
		await payByCard(payment);
		const [paid, trace] = await withD1Metrics(() =>
			reportPayment(rider, { _id: order._id, totalPrice: order.totalPrice }, payment.id),
		);
		const facts = { paid: true, transactionId: payment.id };
		expect(paid.body).toMatchObject({ _id: ids[0], ...facts });
		expect(paid.body.lines).toEqual(
			ids.map((_id: string) => expect.objectContaining({ _id, ...facts })),
		);
		expect(trace.trips).toBe(3);
		// Later the same, and by each of its lines.
		expect((await reportPayment(rider, order, payment.id)).body).toEqual(paid.body);
		const again = await reportPayment(rider, second, payment.id);
		expect(again.body).toMatchObject({ _id: ids[1], lines: paid.body.lines });
		for (const { _id } of order.lines) expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("is found by the webhook and by the job, and is final", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, { _id: order._id });
		await payByCard(payment);
		await eventOf(payment.id);
		await Promise.all([reconcile(), reconcile()]);
		for (const { _id } of order.lines) expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		const removed = await callApi("DELETE", `/order?id=${order.lines[0]._id}`, {
			token: rider.token,
		});
		expect(removed.body.error.code).toBe("already_paid");
	});

	it("is refunded in full if the checkout expired before it succeeded", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, { _id: order._id });
		// Acts as if the shop had crashed before it stored the payment.
		await env.DB.prepare("update orders set payment_intent_id = null where id = ?")
			.bind(order._id)
			.run();
		await expireReservation(order.lines[0]._id);
		await reconcile();
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		await payByCard(payment);
		await reconcile();
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		for (const { _id } of order.lines) expect((await rowOf(_id)).closed_why).toBe("refunded");
	});

	it("a refund in Stripe's Dashboard refunds its orders one after the other", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, { _id: order._id });
		await payByCard(payment);
		await reconcile();
		await refundAtStripe(payment.id, 3000);
		await reconcile();
		const [first, second] = order.lines;
		expect(await rowOf(first._id)).toMatchObject({ refunded_cents: 2599 });
		expect((await rowOf(first._id)).refunded_at).not.toBeNull();
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 401, refunded_at: null });
	});
});

describe("removing an order from an unpaid checkout", () => {
	it("cancels the payment, returns its stock and reprices the rest", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, { _id: order._id });
		const [first, second, third] = order.lines;
		const remove = (id: string) => callApi("DELETE", `/order?id=${id}`, { token: rider.token });
		expect((await remove(first._id)).body).toEqual({ deletedCount: 1 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 5, held: 0, sold: 0 });
		const next = await beginPayment(rider, { _id: order._id, totalPrice: 51.98 });
		expect(next.id).not.toBe(payment.id);
		expect((await intentAtStripe(next.id)).amount).toBe(5198);
		await payByCard(next);
		await reconcile();
		for (const { _id } of [second, third]) expect((await rowOf(_id)).transaction_id).toBe(next.id);
		expect((await rowOf(first._id)).closed_why).toBe("deleted");
	});

	it("of all at once closes the checkout, each order once", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const order = await placeOrderOf(rider, tools);
		const payment = await beginPayment(rider, { _id: order._id });
		const answers = await Promise.all(
			order.lines.map(({ _id }: { _id: string }) =>
				callApi("DELETE", `/order?id=${_id}`, { token: rider.token }),
			),
		);
		expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ deletedCount: 1 }));
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		const row = await env.DB.prepare("select * from orders where id = ?").bind(order._id).first();
		expect(row?.closed_why).toBe("deleted");
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("while it is paid leaves both or neither", async () => {
		const rider = await signUp({ verified: true });
		for (let n = 0; n < 5; n += 1) {
			const tools = await addTools(2);
			const order = await placeOrderOf(rider, tools);
			const payment = await beginPayment(rider, { _id: order._id });
			const [paid, removed] = await Promise.all([
				payByCard(payment).then(
					() => true,
					() => false,
				),
				callApi("DELETE", `/order?id=${order.lines[0]._id}`, { token: rider.token }),
			]);
			expect(removed.status).toBe(paid ? 409 : 200);
		}
	});
});
