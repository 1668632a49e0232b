import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { reconcile } from "../../src/shop/payments/reconcile.server.ts";
import { expectNoise } from "../setup/quiet.ts";
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

	it("comes to every order, though more than a run takes up fail every time", async () => {
		expectNoise(/"task":"look"/);
		const [rider, tool] = [await signUp(), await addTool({ quantity: 100 })];
		await Promise.all(Array.from({ length: 60 }, () => placeOrder(rider, tool)));
		// Older than the one to be found, and of no payment that Stripe knows.
		const befall = (intent: string) =>
			env.DB.prepare(
				`update orders set payment_intent_id = ${intent}, expires_at = expires_at - 1000 where tool_id = ?`,
			)
				.bind(tool)
				.run();
		await befall("'pi_unknown_' || id");
		const order = await placeOrder(rider, await addTool());
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		const found = async () => (await rowOf(order._id)).transaction_id === payment.id;
		for (let run = 0; run < 40 && !(await found()); run += 1) await reconcile();
		expect(await found()).toBe(true);
		await befall("null");
	}, 60_000);

	it("logs what failed, a line each, without persons, and goes on", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const [order, next] = [await placeOrder(rider, tool), await placeOrder(rider, tool)];
		const payment = await beginPayment(rider, next);
		await payByCard(payment);
		await env.DB.prepare("update orders set payment_intent_id = 'pi_unknown' where id = ?")
			.bind(order._id)
			.run();
		const said: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void said.push(String(line)));
		await reconcile();
		const lines = said.filter((line) => line.includes(order._id));
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({
			code: "payments_failed",
			job: "reconcile",
			task: "look",
			subject: order._id,
		});
		expect(lines[0]).not.toContain(rider.email);
		expect((await rowOf(next._id)).transaction_id).toBe(payment.id);
		await env.DB.prepare("update orders set payment_intent_id = null where id = ?")
			.bind(order._id)
			.run();
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
