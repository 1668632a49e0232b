/** Paying checkouts of several orders: all with one payment, or less once an order was removed. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { placeCheckoutOf, toolPrice } from "../helpers/checkouts.ts";
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
import { addTool, addTools, callApi, type Person, signUp } from "../helpers/shop.ts";

checkLedgerAfterEach();

describe("paying a checkout", () => {
	it("pays all its orders with one payment, named by the checkout or by any of its orders", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, checkout);
		const [first, second] = checkout.orders;
		expect(await beginPayment(rider, { _id: second._id, totalPrice: checkout.totalPrice })).toEqual(
			payment,
		);
		expect(await intentAtStripe(payment.id)).toMatchObject({
			amount: 7797,
			metadata: { checkoutId: checkout._id },
		});
		await payByCard(payment);
		const [paid, trace] = await withD1Metrics(() =>
			reportPayment(rider, { _id: first._id, totalPrice: first.totalPrice }, payment.id),
		);
		expect(paid.body).toMatchObject({ _id: first._id, paid: true, transactionId: payment.id });
		expect(trace.trips).toBe(3);
		for (const { _id } of checkout.orders)
			expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("is found by the webhook and by the job, and is final", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, { _id: checkout._id });
		await payByCard(payment);
		await eventOf(payment.id);
		await Promise.all([reconcile(), reconcile()]);
		for (const { _id } of checkout.orders)
			expect((await rowOf(_id)).transaction_id).toBe(payment.id);
		const removed = await callApi("DELETE", `/order?id=${checkout.orders[0]._id}`, {
			token: rider.token,
		});
		expect(removed.body.error.code).toBe("already_paid");
	});

	it("is refunded in full if the checkout expired before it succeeded", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, { _id: checkout._id });
		// As if the shop had crashed before it stored the payment.
		await env.DB.prepare("update checkouts set payment_intent_id = null where id = ?")
			.bind(checkout._id)
			.run();
		await expireReservation(checkout.orders[0]._id);
		await reconcile();
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		await payByCard(payment);
		await reconcile();
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([5198]);
		for (const { _id } of checkout.orders) expect((await rowOf(_id)).closed_why).toBe("refunded");
	});

	it("a refund in Stripe's Dashboard refunds its orders one after the other", async () => {
		const [rider, tools] = [await signUp(), await addTools(2)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, { _id: checkout._id });
		await payByCard(payment);
		await reconcile();
		await refundAtStripe(payment.id, 3000);
		await reconcile();
		const [first, second] = checkout.orders;
		expect(await rowOf(first._id)).toMatchObject({ refunded_cents: 2599 });
		expect((await rowOf(first._id)).refunded_at).not.toBeNull();
		expect(await rowOf(second._id)).toMatchObject({ refunded_cents: 401, refunded_at: null });
	});
});

describe("removing an order from an unpaid checkout", () => {
	it("cancels the payment, returns its stock and reprices the rest", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, { _id: checkout._id });
		const [first, second, third] = checkout.orders;
		const remove = (id: string) => callApi("DELETE", `/order?id=${id}`, { token: rider.token });
		expect((await remove(first._id)).body).toEqual({ deletedCount: 1 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await ledgerOf(tools[0] ?? "")).toEqual({ stock: 5, held: 0, sold: 0 });
		const next = await beginPayment(rider, { _id: checkout._id, totalPrice: 51.98 });
		expect(next.id).not.toBe(payment.id);
		expect((await intentAtStripe(next.id)).amount).toBe(5198);
		await payByCard(next);
		await reconcile();
		for (const { _id } of [second, third]) expect((await rowOf(_id)).transaction_id).toBe(next.id);
		expect((await rowOf(first._id)).closed_why).toBe("deleted");
	});

	it("of all at once closes the checkout, each order once", async () => {
		const [rider, tools] = [await signUp(), await addTools(3)];
		const checkout = await placeCheckoutOf(rider, tools);
		const payment = await beginPayment(rider, { _id: checkout._id });
		const answers = await Promise.all(
			checkout.orders.map(({ _id }: { _id: string }) =>
				callApi("DELETE", `/order?id=${_id}`, { token: rider.token }),
			),
		);
		expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ deletedCount: 1 }));
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		const row = await env.DB.prepare("select * from checkouts where id = ?")
			.bind(checkout._id)
			.first();
		expect(row?.closed_why).toBe("deleted");
		for (const tool of tools) expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("while it is paid leaves both or neither", async () => {
		const rider = await signUp({ verified: true });
		for (let n = 0; n < 5; n += 1) {
			const tools = await addTools(2);
			const checkout = await placeCheckoutOf(rider, tools);
			const payment = await beginPayment(rider, { _id: checkout._id });
			const [paid, removed] = await Promise.all([
				payByCard(payment).then(
					() => true,
					() => false,
				),
				callApi("DELETE", `/order?id=${checkout.orders[0]._id}`, { token: rider.token }),
			]);
			expect(removed.status).toBe(paid ? 409 : 200);
		}
	});
});

/** What the version before this one does: it knows orders alone. */
describe("an order of the version before", () => {
	async function insertOldOrder(rider: Person, tool: string): Promise<string> {
		const id = crypto.randomUUID();
		await env.DB.batch([
			env.DB.prepare("update tools set quantity = quantity - 1 where id = ?").bind(tool),
			env.DB.prepare(
				"insert into orders (id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, payment_attempt, request_key, created_at, expires_at, check_failures, currency) values (?1, ?2, 'Rider', ?3, '1', 'Here', ?4, 'Tool', '/images/none', 2599, 1, 2599, 'Pending', 1, ?1, ?5, ?6, 0, 'USD')",
			).bind(id, rider.id, rider.email, tool, Date.now(), Date.now() + 3_600_000),
		]);
		return id;
	}
	const checkoutOf = (id: string) =>
		env.DB.prepare("select * from checkouts where id = ?").bind(id).first();

	it("has a checkout, and can be paid here", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const id = await insertOldOrder(rider, tool);
		expect(await checkoutOf(id)).toMatchObject({
			user_id: rider.id,
			line1: "Here",
			items_cents: 2599,
			total_cents: 2599,
		});
		const payment = await beginPayment(rider, { _id: id, totalPrice: toolPrice });
		await payByCard(payment);
		await reconcile();
		expect((await rowOf(id)).transaction_id).toBe(payment.id);
	});

	it("that it pays, closes or schedules changes the checkout", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const [paid, closed] = [await insertOldOrder(rider, tool), await insertOldOrder(rider, tool)];
		const run = (set: string, id: string) =>
			env.DB.prepare(`update orders set ${set} where id = ?`).bind(id).run();
		await run("payment_intent_id = 'pi_old', payment_attempt = 2, check_at = 7", paid);
		expect(await checkoutOf(paid)).toMatchObject({
			payment_intent_id: "pi_old",
			payment_attempt: 2,
			check_at: 7,
		});
		await run("transaction_id = 'pi_old', paid_at = 8", paid);
		expect(await checkoutOf(paid)).toMatchObject({ transaction_id: "pi_old", paid_at: 8 });
		await run("closed_at = 9, closed_why = 'deleted'", closed);
		await env.DB.prepare("update tools set quantity = quantity + 1 where id = ?").bind(tool).run();
		expect(await checkoutOf(closed)).toMatchObject({ closed_at: 9, closed_why: "deleted" });
	});

	it("sees the payment that this version creates", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const id = await insertOldOrder(rider, tool);
		const payment = await beginPayment(rider, { _id: id });
		const order = await env.DB.prepare("select * from orders where id = ?").bind(id).first();
		expect(order).toMatchObject({ payment_intent_id: payment.id });
	});
});
