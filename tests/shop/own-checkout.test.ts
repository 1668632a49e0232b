/** The checkout that the payment page shows: the buyer's own, by its id or that of one of its orders. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findShownCheckout } from "../../src/shop/checkouts/checkouts.server.ts";
import { toAddressKey } from "../../src/shop/checkouts/delivery.server.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { expireReservation, placePaidOrder } from "../helpers/payments.ts";
import { addTool, callApi, callerOf, type Person, placeOrder, signUp } from "../helpers/shop.ts";

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

it.each([
	[{ postalCode: "97 201", city: "Portland" }, "us972011millst"],
	[{ postalCode: "", city: "Pörtland" }, "usportland1millst"],
])("limits per address compare its street and place: %j", (place, key) => {
	const address = { line2: "Flat 2", region: "OR", country: "US", line1: "1, Mill St." };
	expect(toAddressKey({ ...address, ...place })).toBe(key);
});
