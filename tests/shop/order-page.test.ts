/** What an order's page suggests to the customer, and whose it is. What reading it costs: tests/worker/order-page.test.ts. */
import { beforeAll, describe, expect, it } from "vitest";
import { orderPage } from "../../src/shop/checkouts/order-page.server.ts";
import type { Buyer } from "../../src/shop/users/users.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { payByCard, paymentOf } from "../helpers/payments.ts";
import { addReview, addTools, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

const buyer = (guestTokenHashes: string[] = []): Buyer => ({
	user: callerOf(rider),
	guestTokenHashes,
});

/** A paid checkout of two tools, the first order of which was cancelled and the second one shipped. */
async function halfShipped() {
	const tools = await addTools(2);
	const { body } = await callApi("POST", "/checkout", {
		token: rider.token,
		body: {
			lines: tools.map((productCode) => ({ productCode, quantity: 1, price: 25.99 })),
			...{ phone: "1", address: "12 Bell Road" },
		},
	});
	const [first, second] = body.checkout.orders.map(({ _id }: { _id: string }) => _id);
	const begun = await callApi("POST", "/create-payment-intent", {
		token: rider.token,
		body: { orderId: body.insertedId },
	});
	await payByCard(paymentOf(begun.body.clientSecret));
	await reconcile();
	await callApi("POST", `/order/${first}/cancel`, { token: rider.token });
	await callApi("POST", "/shipment", { token: admin.token, body: { orderIds: [second] } });
	return { id: String(body.insertedId), second: String(second), tools };
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
		});
		await addReview(rider, { toolId: shipped, orderId: second });
		// The page still links to it.
		expect(await orderPage(id, buyer())).toMatchObject({
			...{ nextStep: "orderAgain", reviewToolId: shipped },
		});
	});

	it("has notes and mails for administrators alone", async () => {
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
});
