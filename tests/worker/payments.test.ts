import { describe, expect, it } from "vitest";
import { findAnyOrder } from "../../src/shop/orders/orders.server.ts";
import { closeOrder } from "../../src/shop/payments/close-order.server.ts";
import { addTool, callApi, placeOrder, signUp } from "./helpers.ts";
import {
	beginPayment,
	cancelAtStripe,
	checkLedgerAfterEach,
	createForeignIntent,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	placePaidOrder,
	refundsOf,
	reportPayment,
	requestIntent,
	rowOf,
} from "./payments.ts";

checkLedgerAfterEach();

const deleteOrder = (token: string, id: string) => callApi("DELETE", `/order?id=${id}`, { token });

describe("POST /create-payment-intent", () => {
	it("asks Stripe for the order's total, and says which order it is", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 1999 })];
		const order = await placeOrder(rider, tool, 3);
		const { id } = await beginPayment(rider, order);
		expect(await intentAtStripe(id)).toMatchObject({
			amount: 5997,
			currency: "usd",
			metadata: { orderId: order._id },
			status: "requires_payment_method",
		});
	});

	it("gives the same secret when asked again, and when asked by many at once", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const order = await placeOrder(rider, tool);
		const atOnce = await Promise.all([1, 2, 3, 4].map(() => requestIntent(rider, order)));
		const again = await requestIntent(rider, order);
		expect(again.status).toBe(200);
		expect(new Set([...atOnce, again].map(({ body }) => body.clientSecret)).size).toBe(1);
		expect((await rowOf(order._id)).payment_intent_id).toBe(
			again.body.clientSecret.split("_secret_")[0],
		);
	});

	it("is the owner's alone: 404 to others, and to administrators", async () => {
		const [rider, other, admin] = [await signUp(), await signUp(), await signUp({ role: "admin" })];
		const order = await placeOrder(rider, await addTool());
		for (const person of [other, admin]) {
			expect((await requestIntent(person, order)).status).toBe(404);
		}
		expect((await rowOf(order._id)).payment_intent_id).toBeNull();
	});

	it("refuses a total that is not the order's", async () => {
		const rider = await signUp();
		const order = await placeOrder(rider, await addTool({ priceCents: 2000 }));
		const { status, body } = await requestIntent(rider, { ...order, totalPrice: 19.99 });
		expect(status).toBe(409);
		expect(body.error.code).toBe("price_changed");
	});

	it("refuses an order that is paid, deleted, unknown, or whose time is up", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const paid = await placePaidOrder(rider, tool);
		expect((await requestIntent(rider, paid.order)).body.error.code).toBe("already_paid");
		const deleted = await placeOrder(rider, tool);
		await deleteOrder(rider.token, deleted._id);
		expect((await requestIntent(rider, deleted)).status).toBe(404);
		expect((await requestIntent(rider, { _id: "nothing", totalPrice: 1 })).status).toBe(404);
		const late = await placeOrder(rider, tool);
		await expireReservation(late._id);
		expect((await requestIntent(rider, late)).body.error.code).toBe("order_closed");
	});

	it("begins a new payment where the first was cancelled", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const first = await beginPayment(rider, order);
		await cancelAtStripe(first.id);
		const second = await beginPayment(rider, order);
		expect(second.id).not.toBe(first.id);
		await payByCard(second);
		expect((await reportPayment(rider, order, second.id)).body.paid).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("notices that the payment went through though nobody reported it", async () => {
		const rider = await signUp();
		const order = await placeOrder(rider, await addTool());
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		expect((await requestIntent(rider, order)).body.error.code).toBe("already_paid");
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
	});
});

describe("PATCH /order/{id}", () => {
	it("makes the order paid, and gives the same order when repeated", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const { order, payment } = await placePaidOrder(rider, tool, 2);
		expect(order).toMatchObject({ paid: true, transactionId: payment.id, status: "Pending" });
		const again = await reportPayment(rider, order, payment.id);
		expect(again.status).toBe(200);
		expect(again.body).toEqual(order);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("refuses before the card has paid", async () => {
		const rider = await signUp();
		const order = await placeOrder(rider, await addTool());
		const payment = await beginPayment(rider, order);
		const { status, body } = await reportPayment(rider, order, payment.id);
		expect(status).toBe(409);
		expect(body.error.code).toBe("payment_incomplete");
	});

	it("refuses payments that Stripe does not know, or that are for another order", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const order = await placeOrder(rider, tool);
		const elsewhere = await placePaidOrder(rider, tool);
		const ids = [elsewhere.payment.id, "pi_nothing"];
		for (const id of ids) {
			const { status, body } = await reportPayment(rider, order, id);
			expect(status, id).toBe(409);
			expect(body.error.code).toBe("payment_mismatch");
		}
		expect((await rowOf(order._id)).transaction_id).toBeNull();
	});

	it("refuses a payment of another amount that says it is for this order", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 90_000 })];
		const order = await placeOrder(rider, tool);
		const cheap = await createForeignIntent(order._id, 50);
		const { body } = await reportPayment(rider, order, cheap.id);
		expect(body.error.code).toBe("payment_incomplete");
		expect((await rowOf(order._id)).transaction_id).toBeNull();
	});

	it("is the owner's alone: 404 to others, and to administrators", async () => {
		const [rider, other, admin] = [await signUp(), await signUp(), await signUp({ role: "admin" })];
		const order = await placeOrder(rider, await addTool());
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		for (const person of [other, admin]) {
			expect((await reportPayment(person, order, payment.id)).status).toBe(404);
		}
		expect((await rowOf(order._id)).transaction_id).toBeNull();
	});

	it("refuses what is no transaction's id", async () => {
		const rider = await signUp();
		const order = await placeOrder(rider, await addTool());
		for (const transactionId of [undefined, "", 7, null, { $ne: 1 }, "p".repeat(65), "✓"]) {
			const { status } = await callApi("PATCH", `/order/${order._id}`, {
				token: rider.token,
				body: { transactionId },
			});
			expect(status).toBe(422);
		}
	});

	it("pays back a second payment of an order that is paid", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 2599 })];
		const { order, payment } = await placePaidOrder(rider, tool);
		const second = await createForeignIntent(order._id, 2599);
		await payByCard(second);
		const { status, body } = await reportPayment(rider, order, second.id);
		expect([status, body.error?.code]).toEqual([409, "order_closed"]);
		expect((await refundsOf(second.id)).map(({ amount }) => amount)).toEqual([2599]);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
	});
});

describe("DELETE /order with a payment under way", () => {
	it("cancels the payment, so that no card can pay it any more", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		expect((await deleteOrder(rider.token, order._id)).body).toEqual({ deletedCount: 1 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		await expect(payByCard(payment)).rejects.toThrow("400");
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("makes the order paid instead where the card was faster", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const payment = await beginPayment(rider, order);
		await payByCard(payment);
		const { status, body } = await deleteOrder(rider.token, order._id);
		expect([status, body.error?.code]).toEqual([409, "already_paid"]);
		expect((await rowOf(order._id)).transaction_id).toBe(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("ends either deleted or paid, never both, whoever comes first", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 20 })];
		for (let n = 0; n < 5; n += 1) {
			const order = await placeOrder(rider, tool);
			const payment = await beginPayment(rider, order);
			const [paid, removed] = await Promise.all([
				payByCard(payment).then(
					() => true,
					() => false,
				),
				deleteOrder(rider.token, order._id),
			]);
			expect(removed.status).toBe(paid ? 409 : 200);
		}
	});

	it("stops a payment that began after the order was looked at", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await placeOrder(rider, tool);
		const seen = await findAnyOrder(order._id);
		if (!seen) throw new Error("the order is not there");
		const begun = await requestIntent(rider, order);
		expect(await closeOrder(seen, "deleted", rider.id)).toBe(true);
		const id = begun.body.clientSecret.split("_secret_")[0];
		expect((await intentAtStripe(id)).status).toBe("canceled");
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("leaves no payment behind where it is deleted while the payment begins", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 20 })];
		for (let n = 0; n < 5; n += 1) {
			const order = await placeOrder(rider, tool);
			const [begun, removed] = await Promise.all([
				requestIntent(rider, order),
				deleteOrder(rider.token, order._id),
			]);
			expect(removed.body).toEqual({ deletedCount: 1 });
			if (begun.status !== 200) continue;
			const id = begun.body.clientSecret.split("_secret_")[0];
			expect((await intentAtStripe(id)).status).toBe("canceled");
		}
		expect(await ledgerOf(tool)).toEqual({ stock: 20, held: 0, sold: 0 });
	});
});
