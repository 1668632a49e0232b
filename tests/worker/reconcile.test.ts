import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { reconcile } from "../../src/shop/payments/payments.server.ts";
import {
	balanceTheBooks,
	beginPayment,
	booksOf,
	closeBehindItsBack,
	endHold,
	intentAtStripe,
	payByCard,
	placePaidOrder,
	refundsOf,
	rowOf,
} from "./payments.ts";
import { addTool, ask, placeOrder, signUp } from "./shop.ts";

balanceTheBooks();

describe("the scheduled job", () => {
	it("ends holds that ran out and gives the stock back once", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool, 2);
		await endHold(order._id);
		await Promise.all([reconcile(), reconcile()]);
		await reconcile();
		expect(await booksOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect((await rowOf(order._id)).closed_why).toBe("expired");
		expect((await ask("GET", `/order/${order._id}`, { token: rider.token })).status).toBe(404);
	});

	it("leaves alone what still holds, what is paid and what is deleted", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 9 })];
		const held = await placeOrder(rider, tool);
		const { order: paid } = await placePaidOrder(rider, tool);
		const deleted = await placeOrder(rider, tool);
		await ask("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		await endHold(paid._id);
		await endHold(deleted._id);
		await reconcile();
		expect((await rowOf(held._id)).closed_at).toBeNull();
		expect((await rowOf(paid._id)).closed_at).toBeNull();
		expect((await rowOf(deleted._id)).closed_why).toBe("deleted");
		expect(await booksOf(tool)).toEqual({ stock: 7, held: 1, sold: 1 });
	});

	it("cancels the payment of a hold that ran out", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await endHold(order._id);
		await reconcile();
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await booksOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("keeps an order that was paid in time, though its hold ran out unheard", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		await endHold(order._id);
		await reconcile();
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await booksOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("finds a payment whose news got lost", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		await Promise.all([reconcile(), reconcile()]);
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
		expect(await booksOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("pays a refund that is still owed, once", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		await closeBehindItsBack(order._id);
		await env.DB.prepare(
			"insert into refunds (intent_id, order_id, amount_cents, created_at) values (?, ?, 2599, ?)",
		)
			.bind(payment.id, order._id, Date.now())
			.run();
		await Promise.all([reconcile(), reconcile()]);
		await reconcile();
		const refunds = await refundsOf(payment.id);
		expect(refunds.map(({ amount }) => amount)).toEqual([2599]);
		const row = await env.DB.prepare("select * from refunds where intent_id = ?")
			.bind(payment.id)
			.first<Record<string, unknown>>();
		expect(row).toMatchObject({ refund_id: refunds[0]?.id, done_at: expect.any(Number) });
	});
});
