/** Prices, totals and payments claimed by a customer or a forged event. See also webhook.test.ts. */
import { beforeAll, describe, expect, it } from "vitest";
import {
	beginPayment,
	checkLedgerAfterEach,
	createForeignIntent,
	deliverEvent,
	eventOf,
	ledgerOf,
	placePaidLine,
	refundsOf,
	requestIntent,
	rowOf,
	signatureOf,
} from "../../helpers/payments.ts";
import {
	addTool,
	callApi,
	orderBody,
	type Person,
	placeLine,
	signUp,
	stockOf,
} from "../../helpers/shop.ts";
import { allowConsole } from "../../setup/console-guard.ts";

checkLedgerAfterEach();

let rider: Person;

beforeAll(async () => {
	rider = await signUp();
});

describe("an order", () => {
	it.each<[string, Record<string, unknown>]>([
		["that it is paid", { paid: true, transactionId: "pi_1", paymentIntentId: "pi_1", paidAt: 1 }],
		["that it is shipped", { status: "Shipped", shippedAt: 1 }],
		["that it is another user's", { email: "a@b.test", UserName: "Another", userId: "1" }],
		["of a unit price", { unitPriceCents: 1, priceCents: 1, unitPrice: 0.01, totalCents: 1 }],
		["of a name", { name: "Free", toolName: "Free", image: "https://evil.test" }],
		["of an id", { _id: "mine", id: "mine", insertedId: "mine", requestKey: "mine" }],
		["of a date", { createdAt: "1999-01-01T00:00:00Z", expiresAt: "2999-01-01T00:00:00Z" }],
		["that it is closed", { closedAt: 1, closeReason: "refunded", refunded: true }],
		["of the stock", { stock: 1e6, stocked: 1e6, minOrderQuantity: 0 }],
	])("ignores a customer's claim %s", async (_, changes) => {
		const tool = await addTool({ name: "Truing stand", priceCents: 2599, quantity: 5 });
		const plain = await callApi("POST", "/order", { token: rider.token, body: orderBody(tool) });
		const told = await callApi("POST", "/order", {
			token: rider.token,
			body: orderBody(tool, changes),
		});
		expect(told.status).toBe(201);
		const { _id, orderId, orderNumber, createdAt, expiresAt, ...line } = plain.body.order;
		expect(told.body.order).toMatchObject(line);
		expect(told.body.order._id).not.toBe("mine");
		expect(told.body.order.orderId).toBe(told.body.order._id);
		expect(told.body.order.orderNumber).toBe(orderNumber + 1);
		expect(Math.abs(Date.parse(told.body.order.expiresAt) - Date.parse(expiresAt))).toBeLessThan(
			60_000,
		);
		expect(await ledgerOf(tool)).toEqual({ stock: 3, held: 2, sold: 0 });
	});

	it.each<[string, unknown, number]>([
		["less than the total", 0.5, 409],
		["nothing", 0, 409],
		["a negative total", -25.99, 422],
		["a part of a cent less", 25.989_999, 422],
		["text", "25.99", 422],
		["a list", [25.99], 422],
		["null", null, 422],
		["too much to be a number", 1e300, 409],
	])("is not paid with %s", async (_, totalPrice, status) => {
		const line = await placeLine(rider, await addTool({ priceCents: 2599 }));
		const body = { orderId: line._id, totalPrice, amount: 50, currency: "jpy", price: 0.01 };
		const rejected = await callApi("POST", "/create-payment-intent", { token: rider.token, body });
		expect(rejected.status).toBe(status);
		expect((await rowOf(line._id)).payment_intent_id).toBeNull();
	});

	it.each<[string, string, unknown]>([
		["PUT", "/order?id=ID", { status: "Shipped" }],
		["PATCH", "/order/ID", { paid: true }],
		["PATCH", "/order/ID", { transactionId: { length: 5 } }],
		["PUT", "/service/TOOL", { quantity: 1_000_000 }],
		["PUT", "/service?id=TOOL", { price: 0.5, quantity: 1, minOrderQuantity: 1 }],
		["DELETE", "/service?id=TOOL", undefined],
	])("is not changed by %s %s", async (method, path, body) => {
		const tool = await addTool({ quantity: 5 });
		const line = await placeLine(rider, tool);
		const before = await rowOf(line._id);
		const address = path.replace("ID", line._id).replace("TOOL", tool);
		const rejected = await callApi(method, address, {
			token: rider.token,
			...(body !== undefined && { body }),
		});
		expect([403, 422]).toContain(rejected.status);
		expect(await rowOf(line._id)).toEqual(before);
		expect(await stockOf(tool)).toBe(4);
	});
});

/** A correctly signed event that Stripe never sent: tests the checks behind the signature. */
async function forgedEvent(lineId: string, changes: object, type = "payment_intent.succeeded") {
	const { id } = await createForeignIntent(lineId, 2599);
	const created = await eventOf(id, "payment_intent.created");
	const object = {
		...created.data.object,
		status: "succeeded",
		amount_received: 2599,
		...changes,
	};
	const event = { ...created, id: `evt_${crypto.randomUUID()}`, type, data: { object } };
	return { intentId: id, event };
}

describe("an event", () => {
	it.each<[string, object]>([
		["of another amount", { amount_received: 50 }],
		["of a cent less", { amount_received: 2598 }],
		["of more", { amount_received: 259_900 }],
		["of nothing received", { amount_received: 0, amount: 2599 }],
		["of the amount as text", { amount_received: "2599" }],
		["of another currency", { currency: "jpy" }],
		["of the currency in capitals", { currency: "USD" }],
	])("%s does not pay", async (_, changes) => {
		const line = await placeLine(rider, await addTool({ priceCents: 2599 }));
		const { event, intentId } = await forgedEvent(line._id, changes);
		allowConsole(/"code":"(payment_mismatch|event_unreadable)"/);
		expect((await deliverEvent(event as never)).status).toBe(200);
		expect((await rowOf(line._id)).transaction_id).toBeNull();
		// Stripe reports no payment for the intent, so there is nothing to refund.
		expect(await refundsOf(intentId)).toEqual([]);
	});

	it.each<[string, object, string?]>([
		["of a payment still processing", { status: "processing" }],
		["of a payment that requires action", { status: "requires_action" }],
		["of a cancelled payment", { status: "canceled" }, "payment_intent.canceled"],
		["of no order", { metadata: {} }],
		["of an order in capitals", { metadata: { orderId: "NOTHING" } }],
		["of an order by SQL", { metadata: { orderId: "' or 1=1 --" } }],
		["of another kind", { object: "charge" }, "charge.succeeded"],
	])("%s is accepted and pays nothing", async (_, changes, type) => {
		const line = await placeLine(rider, await addTool({ priceCents: 2599 }));
		const { event, intentId } = await forgedEvent(line._id, changes, type);
		// An unknown order is logged.
		allowConsole(/"code":"payment_mismatch"/);
		expect((await deliverEvent(event as never)).status).toBe(200);
		expect((await rowOf(line._id)).transaction_id).toBeNull();
		expect(await refundsOf(intentId)).toEqual([]);
	});

	it("delivered again after the order was shipped changes nothing", async () => {
		const { line, payment } = await placePaidLine(rider, await addTool());
		const event = await eventOf(payment.id);
		const before = await rowOf(line._id);
		for (const again of [event, { ...event, id: "evt_again" }]) {
			expect((await deliverEvent(again as never)).status).toBe(200);
		}
		expect(await rowOf(line._id)).toEqual(before);
		expect(await refundsOf(payment.id)).toEqual([]);
	});

	const body = '{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{}}}';
	const right = () => signatureOf(body);

	it.each<[string, () => string]>([
		["without a timestamp", () => right().replace(/^t=\d+,/, "")],
		["with an invalid timestamp", () => right().replace(/^t=\d+/, "t=NaN")],
		["with two timestamps", () => `t=1,${right()}`.replace(/^t=1,t=\d+/, "t=1,t=2")],
		["of six minutes ago", () => signatureOf(body, { timestamp: Date.now() - 360_000 })],
		["of 1970", () => signatureOf(body, { timestamp: 0 })],
		["with an empty secret's", () => signatureOf(body, { secret: "whsec_" })],
		["with the publishable key's", () => signatureOf(body, { secret: "pk_test_local" })],
		["cut off", () => right().slice(0, -2)],
		["in capitals", () => right().toUpperCase()],
		["of the test scheme", () => right().replace("v1=", "v0=")],
		["of no scheme", () => right().replace("v1=", "=")],
		["a list of nothing", () => ",,,,"],
		["a megabyte long", () => `t=1,${"v1=00,".repeat(5_000)}`],
	])("signed %s is rejected", async (_, signature) => {
		const rejected = await deliverEvent(body, signature());
		expect([rejected.status, rejected.body.error.code]).toEqual([400, "malformed"]);
	});
});

it("the payment of a cheap order can't pay an expensive one", async () => {
	const [cheap, dear] = [
		await placePaidLine(rider, await addTool({ priceCents: 50 })),
		await placeLine(rider, await addTool({ priceCents: 90_000 })),
	];
	await beginPayment(rider, dear);
	const reported = await callApi("PATCH", `/order/${dear._id}`, {
		token: rider.token,
		body: { transactionId: cheap.payment.id },
	});
	expect([reported.status, reported.body.error.code]).toEqual([409, "payment_mismatch"]);
	expect((await requestIntent(rider, dear)).status).toBe(200);
});
