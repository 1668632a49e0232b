/** What an order's page suggests to the customer, and whose it is. What reading it costs: tests/worker/order-page.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Buyer } from "../../src/access/caller.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { whyClosedUnpaid } from "../../src/shop/orders/orders.server.ts";
import { payOrder, placeOrder } from "../helpers/checkouts.ts";
import {
	addReview,
	addTools,
	callApi,
	callerOf,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

const buyer = (guestTokenHashes: string[] = []): Buyer => ({
	user: callerOf(rider),
	guestTokenHashes,
});

/** A paid order of two tools, the first line of which was cancelled and the second one shipped. */
async function halfShipped() {
	const { id, ids, tools } = await placeOrder(rider, 2);
	const [first, second] = ids;
	await payOrder(rider, id);
	await callApi("POST", `/order/${first}/cancel`, { token: rider.token });
	await callApi("POST", "/shipment", { token: admin.token, body: { lineIds: [second] } });
	return { id, second: String(second), tools };
}

describe("the page of an order", () => {
	it("asks for a review of what was shipped alone", async () => {
		const { id, second, tools } = await halfShipped();
		const [, shipped = ""] = tools;
		const expected = { state: "shipped", nextStep: "review", reviewToolId: shipped };
		expect(await orderPage(id, buyer())).toMatchObject({
			...expected,
			isOwn: true,
			isGuest: false,
			lineTimes: [
				{ shippedAt: null, cancelledAt: expect.any(Date) },
				{ shippedAt: expect.any(Date), cancelledAt: null },
			],
		});
		await addReview(rider, { toolId: shipped, lineId: second });
		// The page still links to it.
		expect(await orderPage(id, buyer())).toMatchObject({
			nextStep: "orderAgain",
			reviewToolId: shipped,
		});
	});

	it("has notes and e-mails for administrators alone", async () => {
		const { id } = await halfShipped();
		const own = await orderPage(id, buyer(["of another checkout"]));
		expect(own).toMatchObject({ isOwn: true, forAdministrator: undefined });
		const page = await orderPage(id, {
			user: { ...callerOf(admin), role: "admin" },
			guestTokenHashes: [],
		});
		expect(page).toMatchObject({ isOwn: false, nextStep: undefined, customerId: rider.id });
		const times = page?.forAdministrator?.mails.map(({ availableAt }) => availableAt.getTime());
		expect(times?.length).toBeGreaterThan(1);
		expect(times).toEqual(times?.toSorted((one, other) => one - other));
	});

	it("has what it costs, and what has happened to its lines", async () => {
		const { id, second, tools } = await halfShipped();
		const page = await orderPage(id, buyer());
		expect(page).toMatchObject({
			id,
			currency: "USD",
			itemsCents: 5198,
			totalCents: 5198,
			refundedCents: 2599,
			shippingCents: 0,
			taxCents: 0,
			includedTaxCents: 0,
			phone: "1",
			email: rider.email,
			address: [rider.name, "12 Bell Road"],
			note: "",
		});
		expect(page?.timeline.map(({ event }) => event)).toEqual(
			expect.arrayContaining(["placed", "paid", "cancelled", "refunded", "shipped"]),
		);
		expect(page?.lines.map(({ line }) => line.productCode)).toEqual(tools);
		expect((await orderPage(second, buyer()))?.id).toBe(id);
	});

	it.each([
		{ column: "expires_at", ms: 0, state: "expired", nextStep: "orderAgain" },
		{ column: "expires_at", ms: 1, state: "unpaid", nextStep: "pay" },
		{ column: "closed_at", ms: -1, state: "expired", nextStep: "orderAgain" },
		{ column: "processing_at", ms: -1, state: "processing", nextStep: undefined },
	])("is $state if its $column is $ms ms away", async ({ column, ms, state, nextStep }) => {
		const [tool = ""] = await addTools(1);
		const { _id: id } = await placeLine(rider, tool);
		const now = Date.now();
		await env.DB.prepare(`update orders set ${column} = ?, closed_why = ? where id = ?`)
			.bind(now + ms, column === "closed_at" ? "expired" : null, id)
			.run();
		vi.useFakeTimers({ toFake: ["Date"], now });
		const page = await orderPage(id, buyer()).finally(() => vi.useRealTimers());
		expect(page).toMatchObject({ state, nextStep });
		// The payment page leads here then.
		const why = column === "closed_at" ? "expired" : undefined;
		expect(await whyClosedUnpaid(buyer(), id)).toBe(why);
		const other = { user: callerOf(admin), guestTokenHashes: [] };
		expect(await whyClosedUnpaid(other, id)).toBeUndefined();
	});

	it("has no line that was removed, and is none of that line", async () => {
		const { id, ids } = await placeOrder(rider, 2);
		const [removed = "", kept = ""] = ids;
		await callApi("DELETE", `/order?id=${removed}`, { token: rider.token });
		const shown = await orderPage(id, buyer());
		expect(shown?.lines.map(({ line }) => line._id)).toEqual([kept]);
		expect((await orderPage(kept, buyer()))?.id).toBe(id);
		expect(await orderPage(removed, buyer())).toBeUndefined();
		await callApi("DELETE", `/order?id=${kept}`, { token: rider.token });
		expect(await orderPage(id, buyer())).toBeUndefined();
	});
});
