import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findOrder } from "../../src/shop/orders/orders.server.ts";
import { cancelIntent, closeOrder } from "../../src/shop/payments/close-line.server.ts";
import {
	beginPayment,
	cancelAtStripe,
	checkLedgerAfterEach,
	createForeignIntent,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	placePaidLine,
	refundsOf,
	reportPayment,
	requestIntent,
	rowOf,
} from "../helpers/payments.ts";
import { addTool, callApi, placeLine, signUp } from "../helpers/shop.ts";

checkLedgerAfterEach();

const deleteLine = (token: string, id: string) => callApi("DELETE", `/order?id=${id}`, { token });

describe("POST /create-payment-intent", () => {
	it("creates an intent at Stripe with the order's total and its id", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 1999 })];
		const line = await placeLine(rider, tool, 3);
		const { id } = await beginPayment(rider, line);
		expect(await intentAtStripe(id)).toMatchObject({
			amount: 5997,
			currency: "usd",
			metadata: { orderId: line._id },
			status: "requires_payment_method",
		});
	});

	it("returns the same secret when repeated, also concurrently", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const line = await placeLine(rider, tool);
		const atOnce = await Promise.all([1, 2, 3, 4].map(() => requestIntent(rider, line)));
		const again = await requestIntent(rider, line);
		expect(again.status).toBe(200);
		expect(new Set([...atOnce, again].map(({ body }) => body.clientSecret)).size).toBe(1);
		expect((await rowOf(line._id)).payment_intent_id).toBe(
			again.body.clientSecret.split("_secret_")[0],
		);
	});

	it("is 404 to everyone but the owner, administrators included", async () => {
		const [rider, other, admin] = [await signUp(), await signUp(), await signUp({ role: "admin" })];
		const line = await placeLine(rider, await addTool());
		for (const person of [other, admin]) {
			expect((await requestIntent(person, line)).status).toBe(404);
		}
		expect((await rowOf(line._id)).payment_intent_id).toBeNull();
	});

	it("rejects a total that is not the order's", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool({ priceCents: 2000 }));
		const { status, body } = await requestIntent(rider, { ...line, totalPrice: 19.99 });
		expect(status).toBe(409);
		expect(body.error.code).toBe("price_changed");
	});

	it("rejects an order that is paid, deleted, unknown, or expired", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const paid = await placePaidLine(rider, tool);
		expect((await requestIntent(rider, paid.line)).body.error.code).toBe("already_paid");
		const deleted = await placeLine(rider, tool);
		await deleteLine(rider.token, deleted._id);
		expect((await requestIntent(rider, deleted)).status).toBe(404);
		expect((await requestIntent(rider, { _id: "nothing", totalPrice: 1 })).status).toBe(404);
		const late = await placeLine(rider, tool);
		await expireReservation(late._id);
		expect((await requestIntent(rider, late)).body.error.code).toBe("order_closed");
	});

	it("creates a new intent when the first was cancelled", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const first = await beginPayment(rider, line);
		await cancelAtStripe(first.id);
		const second = await beginPayment(rider, line);
		expect(second.id).not.toBe(first.id);
		await payByCard(second);
		expect((await reportPayment(rider, line, second.id)).body.paid).toBe(true);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("finds a payment that succeeded but was never reported", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool());
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		expect((await requestIntent(rider, line)).body.error.code).toBe("already_paid");
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
	});
});

describe("PATCH /order/{id}", () => {
	it("marks the order paid, and returns the same order when repeated", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const { line, payment } = await placePaidLine(rider, tool, 2);
		expect(line).toMatchObject({ paid: true, transactionId: payment.id, status: "Pending" });
		const again = await reportPayment(rider, line, payment.id);
		expect(again.status).toBe(200);
		expect(again.body).toEqual(line);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 0, sold: 2 });
	});

	it("rejects an order before its payment succeeds", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool());
		const payment = await beginPayment(rider, line);
		const { status, body } = await reportPayment(rider, line, payment.id);
		expect(status).toBe(409);
		expect(body.error.code).toBe("payment_incomplete");
	});

	it("rejects payments that Stripe does not know, or that are for another order", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const line = await placeLine(rider, tool);
		const elsewhere = await placePaidLine(rider, tool);
		const ids = [elsewhere.payment.id, "pi_nothing"];
		for (const id of ids) {
			const { status, body } = await reportPayment(rider, line, id);
			expect(status, id).toBe(409);
			expect(body.error.code).toBe("payment_mismatch");
		}
		expect((await rowOf(line._id)).transaction_id).toBeNull();
	});

	it("rejects a payment for this order with another amount", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 90_000 })];
		const line = await placeLine(rider, tool);
		const cheap = await createForeignIntent(line._id, 50);
		const { body } = await reportPayment(rider, line, cheap.id);
		expect(body.error.code).toBe("payment_incomplete");
		expect((await rowOf(line._id)).transaction_id).toBeNull();
	});

	it("is 404 to everyone but the owner, administrators included", async () => {
		const [rider, other, admin] = [await signUp(), await signUp(), await signUp({ role: "admin" })];
		const line = await placeLine(rider, await addTool());
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		for (const person of [other, admin]) {
			expect((await reportPayment(person, line, payment.id)).status).toBe(404);
		}
		expect((await rowOf(line._id)).transaction_id).toBeNull();
	});

	it("rejects an invalid transaction id", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool());
		for (const transactionId of [undefined, "", 7, null, { $ne: 1 }, "p".repeat(65), "✓"]) {
			const { status } = await callApi("PATCH", `/order/${line._id}`, {
				token: rider.token,
				body: { transactionId },
			});
			expect(status).toBe(422);
		}
	});

	it("refunds a second payment of a paid order", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 2599 })];
		const { line, payment } = await placePaidLine(rider, tool);
		const second = await createForeignIntent(line._id, 2599);
		await payByCard(second);
		const { status, body } = await reportPayment(rider, line, second.id);
		expect([status, body.error?.code]).toEqual([409, "order_closed"]);
		expect((await refundsOf(second.id)).map(({ amount }) => amount)).toEqual([2599]);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
	});
});

it("cancelling a payment that Stripe does not know is no failure, and one that succeeded stays", async () => {
	expect(await cancelIntent("pi_nothing")).toBeUndefined();
	const { payment } = await placePaidLine(await signUp(), await addTool());
	expect(await cancelIntent(payment.id)).toMatchObject({ id: payment.id, status: "succeeded" });
});

describe("DELETE /order with a payment in progress", () => {
	it("cancels the intent, so that no card can pay it", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		expect((await deleteLine(rider.token, line._id)).body).toEqual({ deletedCount: 1 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		await expect(payByCard(payment)).rejects.toThrow("400");
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("deletes an order whose intent Stripe does not know", async () => {
		const rider = await signUp();
		const line = await placeLine(rider, await addTool());
		await beginPayment(rider, line);
		await env.DB.prepare("update orders set payment_intent_id = 'pi_unknown' where id = ?")
			.bind(line._id)
			.run();
		expect((await deleteLine(rider.token, line._id)).body).toEqual({ deletedCount: 1 });
	});

	it("marks the order paid instead when the card was faster", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		const { status, body } = await deleteLine(rider.token, line._id);
		expect([status, body.error?.code]).toEqual([409, "already_paid"]);
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("ends either deleted or paid, never both, in any order", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 20 })];
		for (let n = 0; n < 5; n += 1) {
			const line = await placeLine(rider, tool);
			const payment = await beginPayment(rider, line);
			const [paid, removed] = await Promise.all([
				payByCard(payment).then(
					() => true,
					() => false,
				),
				deleteLine(rider.token, line._id),
			]);
			expect(removed.status).toBe(paid ? 409 : 200);
		}
	});

	it("cancels an intent that was created after the order was read", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const seen = await findOrder(line._id);
		if (!seen) throw new Error("the order is not there");
		const begun = await requestIntent(rider, line);
		expect(await closeOrder(seen, "deleted", rider.id)).toBe(true);
		const id = begun.body.clientSecret.split("_secret_")[0];
		expect((await intentAtStripe(id)).status).toBe("canceled");
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("leaves no open intent when the order is deleted while the intent is created", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 20 })];
		for (let n = 0; n < 5; n += 1) {
			const line = await placeLine(rider, tool);
			const [begun, removed] = await Promise.all([
				requestIntent(rider, line),
				deleteLine(rider.token, line._id),
			]);
			expect(removed.body).toEqual({ deletedCount: 1 });
			if (begun.status !== 200) continue;
			const id = begun.body.clientSecret.split("_secret_")[0];
			expect((await intentAtStripe(id)).status).toBe("canceled");
		}
		expect(await ledgerOf(tool)).toEqual({ stock: 20, held: 0, sold: 0 });
	});
});
