/** The buyer's own checkouts: listed, and each found by its id or that of one of its orders. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { findShownCheckout } from "../../src/shop/checkouts/checkouts.server.ts";
import { toAddressKey } from "../../src/shop/checkouts/delivery.server.ts";
import type { Buyer } from "../../src/shop/users/users.ts";
import { placeCheckoutOf, toolPrice } from "../helpers/checkouts.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	checkLedgerAfterEach,
	expireReservation,
	payByCard,
	placePaidOrder,
} from "../helpers/payments.ts";
import {
	addTool,
	addTools,
	callApi,
	callerOf,
	listAllPages,
	type Person,
	placeOrder,
	signUp,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

let rider: Person;
let other: Person;

beforeAll(async () => {
	env.ORDER_HOLD_MINUTES = "60";
	[rider, other] = await Promise.all([signUp(), signUp()]);
});

const find = (person: Person, id: string) =>
	findShownCheckout({ user: callerOf(person), guestTokenHashes: [] }, id);

describe("a checkout", () => {
	it("is the buyer's own, by its id or its order's", async () => {
		const order = await placeOrder(rider, await addTool(), 1);
		for (const id of [order._id, order.checkoutId]) {
			const found = await find(rider, id);
			expect(found).toMatchObject({ _id: order.checkoutId, paid: false });
			expect(found?.orders.map(({ _id }) => _id)).toEqual([order._id]);
			expect(await find(other, id)).toBeUndefined();
			expect(
				await findShownCheckout({ user: undefined, guestTokenHashes: [] }, id),
			).toBeUndefined();
			const stranger = { user: undefined, guestTokenHashes: ["x"] };
			expect(await findShownCheckout(stranger, id)).toBeUndefined();
		}
		expect(await find(rider, "unknown")).toBeUndefined();
	});

	it("is shown after it was paid, with its payment", async () => {
		const { order } = await placePaidOrder(rider, await addTool());
		const found = await find(rider, order._id);
		expect(found).toMatchObject({ paid: true, transactionId: expect.stringMatching(/^pi_/) });
		expect(found).not.toHaveProperty("processing");
	});

	it("is not shown once its only order was deleted", async () => {
		const deleted = await placeOrder(rider, await addTool(), 1);
		await callApi("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		expect(await find(rider, deleted._id)).toBeUndefined();
	});

	it("is shown after it expired until the job has closed it", async () => {
		const late = await placeOrder(rider, await addTool(), 1);
		await expireReservation(late._id);
		expect(await find(rider, late._id)).toMatchObject({ _id: late.checkoutId });
		await reconcile();
		expect(await find(rider, late._id)).toBeUndefined();
	});
});

describe("the payment page of a checkout", () => {
	const buyerOf = (person: Person): Buyer => ({ user: callerOf(person), guestTokenHashes: [] });

	it("is found by the checkout and by each of its orders, for its buyer alone", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		const { _id: id, orders } = await placeCheckoutOf(rider, await addTools(3));
		const [removed, kept, last] = orders.map(({ _id }: { _id: string }) => _id);
		await callApi("DELETE", `/order?id=${removed}`, { token: rider.token });
		for (const known of [id, kept, last]) {
			const found = await findShownCheckout(buyerOf(rider), known);
			expect(found).toMatchObject({ _id: id, orders: [{ _id: kept }, { _id: last }] });
			expect(await findShownCheckout(buyerOf(other), known)).toBeUndefined();
		}
		for (const unknown of [removed, "unknown"])
			expect(await findShownCheckout(buyerOf(rider), unknown), unknown).toBeUndefined();
		for (const _id of [kept, last])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		expect(await findShownCheckout(buyerOf(rider), id)).toBeUndefined();
	});

	it.each([
		{ what: "open", changes: "processing_at = 1", expected: true },
		{ what: "without payment", changes: "processing_at = null", expected: undefined },
		{
			what: "paid",
			changes: "processing_at = 1, transaction_id = id, paid_at = 1",
			expected: undefined,
		},
	])("says that its payment is processed: $what", async ({ changes, expected }) => {
		const rider = await signUp();
		const { _id: id } = await placeCheckoutOf(rider, await addTools(2));
		await env.DB.prepare(`update checkouts set ${changes} where id = ?`).bind(id).run();
		expect((await findShownCheckout(buyerOf(rider), id))?.processing).toBe(expected);
		await env.DB.prepare(
			"update checkouts set processing_at = null, transaction_id = null, paid_at = null where id = ?",
		)
			.bind(id)
			.run();
	});
});

describe("GET /checkout", () => {
	const list = (person: Person, query = "") =>
		callApi("GET", `/checkout${query}`, { token: person.token });

	it("lists the caller's own, newest first, with their orders and parcels, in one trip", async () => {
		const [rider, admin] = [await signUp(), await signUp({ role: "admin" })];
		const first = await placeCheckoutOf(rider, await addTools(1));
		await env.DB.prepare("update checkouts set created_at = created_at - 1000 where id = ?")
			.bind(first._id)
			.run();
		const second = await placeCheckoutOf(rider, await addTools(2));
		await placeCheckoutOf(admin, await addTools(1));
		const [{ body }, trace] = await withD1Metrics(() => list(rider));
		expect(body).toMatchObject([
			{ _id: second._id, orders: second.orders },
			{ _id: first._id, orders: first.orders },
		]);
		// The first is the check of the account.
		expect(trace.trips).toBe(2);

		await payByCard(await beginPayment(rider, { _id: second._id }));
		await reconcile();
		const [, shipped] = second.orders;
		const parcel = { carrier: "UPS", trackingNumber: "1Z9" };
		await callApi("POST", "/shipment", {
			token: admin.token,
			body: { orderIds: [shipped._id], ...parcel },
		});
		const [paid] = (await list(rider)).body;
		expect(paid).toMatchObject({
			paid: true,
			orders: [{ status: "Pending" }, { status: "Shipped", shipment: parcel }],
		});
	});

	it("has no deleted order, and no checkout that is deleted or has expired", async () => {
		const rider = await signUp();
		const some = await placeCheckoutOf(rider, await addTools(2));
		const none = await placeCheckoutOf(rider, await addTools(1));
		const late = await placeCheckoutOf(rider, await addTools(1));
		for (const { _id } of [some.orders[0], none.orders[0]])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		await expireReservation(late.orders[0]._id);
		await reconcile();
		const { body } = await list(rider);
		expect(body).toMatchObject([{ _id: some._id, orders: [{ _id: some.orders[1]._id }] }]);
		expect(body[0].totalPrice).toBe(toolPrice);
	});

	it("never divides a checkout between two pages", async () => {
		const rider = await signUp();
		const placed: string[] = [];
		for (const count of [3, 1, 2])
			placed.push((await placeCheckoutOf(rider, await addTools(count)))._id);
		// At the same time, so that the id decides.
		await env.DB.prepare("update checkouts set created_at = 5000 where user_id = ?")
			.bind(rider.id)
			.run();
		const pages = await listAllPages("/checkout?limit=2", rider.token);
		expect(pages.map((page) => page.length)).toEqual([2, 1]);
		const all = pages.flat();
		expect(all.map(({ _id }) => _id).toSorted()).toEqual(placed.toSorted());
		for (const { _id, orders } of all)
			expect(orders).toHaveLength([3, 1, 2][placed.indexOf(_id)] ?? 0);
	});
});

it.each([
	[{ postalCode: "97 201", city: "Portland" }, "us972011millst"],
	[{ postalCode: "", city: "Pörtland" }, "usportland1millst"],
])("limits per address compare its street and place: %j", (place, key) => {
	const address = { line2: "Flat 2", region: "OR", country: "US", line1: "1, Mill St." };
	expect(toAddressKey({ ...address, ...place })).toBe(key);
});
