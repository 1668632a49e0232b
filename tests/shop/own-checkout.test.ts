/** The buyer's own orders: listed, and each found by its id or that of one of its lines. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Buyer } from "../../src/access/caller.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { toAddressKey } from "../../src/shop/orders/delivery.server.ts";
import { findShownOrder } from "../../src/shop/orders/payment-page.server.ts";
import { placeOrderOf, toolPrice } from "../helpers/checkouts.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	checkLedgerAfterEach,
	expireReservation,
	payByCard,
	placePaidLine,
} from "../helpers/payments.ts";
import {
	addTool,
	addTools,
	callApi,
	callerOf,
	listAllPages,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

checkLedgerAfterEach();

let rider: Person;
let other: Person;

beforeAll(async () => {
	env.ORDER_HOLD_MINUTES = "60";
	[rider, other] = await Promise.all([signUp(), signUp()]);
});

const findOf = async (buyer: Buyer, id: string) => (await findShownOrder(buyer, id))?.order;
const find = (person: Person, id: string) =>
	findOf({ user: callerOf(person), guestTokenHashes: [] }, id);

describe("a checkout", () => {
	it("is the buyer's own, by its id or its order's", async () => {
		const line = await placeLine(rider, await addTool(), 1);
		for (const id of [line._id, line.orderId]) {
			const found = await find(rider, id);
			expect(found).toMatchObject({ _id: line.orderId, paid: false });
			expect(found?.lines.map(({ _id }) => _id)).toEqual([line._id]);
			expect(await find(other, id)).toBeUndefined();
			expect(await findOf({ user: undefined, guestTokenHashes: [] }, id)).toBeUndefined();
			const stranger = { user: undefined, guestTokenHashes: ["x"] };
			expect(await findOf(stranger, id)).toBeUndefined();
		}
		expect(await find(rider, "unknown")).toBeUndefined();
	});

	it("is shown after it was paid, with its payment", async () => {
		const { line } = await placePaidLine(rider, await addTool());
		const found = await find(rider, line._id);
		expect(found).toMatchObject({ paid: true, transactionId: expect.stringMatching(/^pi_/) });
		expect(found).not.toHaveProperty("processing");
	});

	it("is not shown once its only order was deleted", async () => {
		const deleted = await placeLine(rider, await addTool(), 1);
		await callApi("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		expect(await find(rider, deleted._id)).toBeUndefined();
	});

	it("is shown after it expired until the job has closed it", async () => {
		const late = await placeLine(rider, await addTool(), 1);
		await expireReservation(late._id);
		expect(await find(rider, late._id)).toMatchObject({ _id: late.orderId });
		await reconcile();
		expect(await find(rider, late._id)).toBeUndefined();
	});
});

describe("the payment page of a checkout", () => {
	const buyerOf = (person: Person): Buyer => ({ user: callerOf(person), guestTokenHashes: [] });

	it("is found by the checkout and by each of its orders, for its buyer alone", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		const { _id: id, lines } = await placeOrderOf(rider, await addTools(3));
		const [removed, kept, last] = lines.map(({ _id }: { _id: string }) => _id);
		await callApi("DELETE", `/order?id=${removed}`, { token: rider.token });
		for (const known of [id, kept, last]) {
			const found = await findOf(buyerOf(rider), known);
			expect(found).toMatchObject({ _id: id, lines: [{ _id: kept }, { _id: last }] });
			expect(await findOf(buyerOf(other), known)).toBeUndefined();
		}
		for (const unknown of [removed, "unknown"])
			expect(await findOf(buyerOf(rider), unknown), unknown).toBeUndefined();
		for (const _id of [kept, last])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		expect(await findOf(buyerOf(rider), id)).toBeUndefined();
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
		const { _id: id } = await placeOrderOf(rider, await addTools(2));
		await env.DB.prepare(`update orders set ${changes} where id = ?`).bind(id).run();
		expect((await findOf(buyerOf(rider), id))?.processing).toBe(expected);
		await env.DB.prepare(
			"update orders set processing_at = null, transaction_id = null, paid_at = null where id = ?",
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
		const first = await placeOrderOf(rider, await addTools(1));
		await env.DB.prepare("update orders set created_at = created_at - 1000 where id = ?")
			.bind(first._id)
			.run();
		const second = await placeOrderOf(rider, await addTools(2));
		await placeOrderOf(admin, await addTools(1));
		const [{ body }, trace] = await withD1Metrics(() => list(rider));
		expect(body).toMatchObject([
			{ _id: second._id, lines: second.lines },
			{ _id: first._id, lines: first.lines },
		]);
		// The first is the check of the account.
		expect(trace.trips).toBe(2);

		await payByCard(await beginPayment(rider, { _id: second._id }));
		await reconcile();
		const [, shipped] = second.lines;
		const parcel = { carrier: "UPS", trackingNumber: "1Z9" };
		await callApi("POST", "/shipment", {
			token: admin.token,
			body: { lineIds: [shipped._id], ...parcel },
		});
		const [paid] = (await list(rider)).body;
		expect(paid).toMatchObject({
			paid: true,
			lines: [{ status: "Pending" }, { status: "Shipped", shipment: parcel }],
		});
	});

	it("has no deleted order, and no checkout that is deleted or has expired", async () => {
		const rider = await signUp();
		const some = await placeOrderOf(rider, await addTools(2));
		const none = await placeOrderOf(rider, await addTools(1));
		const late = await placeOrderOf(rider, await addTools(1));
		for (const { _id } of [some.lines[0], none.lines[0]])
			await callApi("DELETE", `/order?id=${_id}`, { token: rider.token });
		await expireReservation(late.lines[0]._id);
		await reconcile();
		const { body } = await list(rider);
		expect(body).toMatchObject([{ _id: some._id, lines: [{ _id: some.lines[1]._id }] }]);
		expect(body[0].totalPrice).toBe(toolPrice);
	});

	it("never divides a checkout between two pages", async () => {
		const rider = await signUp();
		const placed: string[] = [];
		for (const count of [3, 1, 2])
			placed.push((await placeOrderOf(rider, await addTools(count)))._id);
		// Sets the same time for all, so that the id decides.
		await env.DB.prepare("update orders set created_at = 5000 where user_id = ?")
			.bind(rider.id)
			.run();
		const pages = await listAllPages("/checkout?limit=2", rider.token);
		expect(pages.map((page) => page.length)).toEqual([2, 1]);
		const all = pages.flat();
		expect(all.map(({ _id }) => _id).toSorted()).toEqual(placed.toSorted());
		for (const { _id, lines } of all)
			expect(lines).toHaveLength([3, 1, 2][placed.indexOf(_id)] ?? 0);
	});
});

it.each([
	[{ postalCode: "97 201", city: "Portland" }, "us972011millst"],
	[{ postalCode: "", city: "Pörtland" }, "usportland1millst"],
])("limits per address compare its street and place: %j", (place, key) => {
	const address = { line2: "Flat 2", region: "OR", country: "US", line1: "1, Mill St." };
	expect(toAddressKey({ ...address, ...place })).toBe(key);
});
