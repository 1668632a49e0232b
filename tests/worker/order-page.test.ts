/** What reading an order's page costs. */
import { beforeAll, describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { orderPage } from "../../src/shop/checkouts/order-page.server.ts";
import type { Buyer } from "../../src/shop/users/users.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { payByCard, paymentOf } from "../helpers/payments.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

const viewerOf = (person: Person): Buyer => ({ user: callerOf(person), guestTokenHashes: [] });

/** A checkout with so many orders, one piece of a tool each. */
async function placeCheckout(count: number) {
	const tools = await Promise.all(
		Array.from({ length: count }, (_, n) => addTool({ name: `Spanner ${n}` })),
	);
	const { body } = await callApi("POST", "/checkout", {
		token: rider.token,
		body: {
			lines: tools.map((productCode) => ({ productCode, quantity: 1, price: 25.99 })),
			name: "Ada Rider",
			phone: "1",
			line1: "12 Bell Road",
			city: "Leeds",
			postalCode: "LS1 4AP",
			country: "GB",
		},
	});
	const ids: string[] = body.checkout.orders.map(({ _id }: { _id: string }) => _id);
	return { id: String(body.insertedId), ids };
}

async function pay(orderId: string): Promise<void> {
	const { body } = await callApi("POST", "/create-payment-intent", {
		token: rider.token,
		body: { orderId },
	});
	await payByCard(paymentOf(body.clientSecret));
	await reconcile();
}

describe("reading an order's page", () => {
	it("takes one trip with a payment, parcels, a cancellation and a refund", async () => {
		const { id, ids } = await placeCheckout(3);
		await pay(id);
		const [first = "", second = "", third = ""] = ids;
		const token = admin.token;
		const parcel = { carrier: "Royal Mail", trackingNumber: "AB1" };
		await callApi("POST", "/shipment", { token, body: { orderIds: [first, second], ...parcel } });
		await callApi("POST", `/order/${third}/cancel`, { token: rider.token });
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.timeline).toHaveLength(5);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(30);
	});

	it("takes another trip for the review that it suggests", async () => {
		const { id, ids } = await placeCheckout(1);
		await pay(id);
		await callApi("POST", "/shipment", { token: admin.token, body: { orderIds: ids } });
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.nextStep).toBe("review");
		expect(trace.trips).toBe(2);
	});

	it("takes at most sixty rows more than it has orders", async () => {
		const { id } = await placeCheckout(50);
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.lines).toHaveLength(50);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(80);
	});
});
