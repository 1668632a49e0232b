/** What reading an order's page costs. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Buyer } from "../../src/access/caller.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { payOrder, placeOrder } from "../helpers/checkouts.ts";
import { callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

const viewerOf = (person: Person): Buyer => ({ user: callerOf(person), guestTokenHashes: [] });

describe("reading an order's page", () => {
	it("takes one trip with a payment, parcels, a cancellation and a refund", async () => {
		const { id, ids } = await placeOrder(rider, 3);
		await payOrder(rider, id);
		const [first = "", second = "", third = ""] = ids;
		const token = admin.token;
		const parcel = { carrier: "Royal Mail", trackingNumber: "AB1" };
		await callApi("POST", "/shipment", { token, body: { lineIds: [first, second], ...parcel } });
		await callApi("POST", `/order/${third}/cancel`, { token: rider.token });
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.timeline).toHaveLength(5);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(30);
	});

	it("takes another trip for the review that it suggests", async () => {
		const { id, ids } = await placeOrder(rider, 1);
		await payOrder(rider, id);
		await callApi("POST", "/shipment", { token: admin.token, body: { lineIds: ids } });
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.nextStep).toBe("review");
		expect(trace.trips).toBe(2);
	});

	it("takes at most sixty rows more than it has orders", async () => {
		const { id } = await placeOrder(rider, 50);
		const [page, trace] = await withD1Metrics(() => orderPage(id, viewerOf(rider)));
		expect(page?.lines).toHaveLength(50);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(80);
	});
});
