/** What some buyers add to an order: a company's facts, another billing address, a gift. */
import { describe, expect, it } from "vitest";
import { billingLines } from "../../src/shop/orders/order-extras.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { readPackingSlip, readPackingSlips } from "../../src/shop/shipments/packing.server.ts";
import { linesOf, payOrder, requestOrder } from "../helpers/checkouts.ts";
import { addTool, callerOf, type Person, signUp } from "../helpers/shop.ts";

const billing = { name: "Ada Book", line1: "1 Main Street", city: "Leipzig", country: "DE" };
const extras = {
	company: "Wheels Ltd",
	taxNumber: "DE123456789",
	reference: "PO-7",
	giftNote: "Ride well!\nAda",
	hidesPrices: true,
	billing: { ...billing, postalCode: "04109" },
};

const pageOf = (rider: Person, id: string) =>
	orderPage(id, { user: callerOf(rider), guestTokenHashes: [] });

describe("the extras of an order", () => {
	it("stand on its page and, without who is billed, on its packing slips", async () => {
		const rider = await signUp();
		const { body } = await requestOrder(rider, linesOf([await addTool()]), extras);
		const { order } = body;
		const page = await pageOf(rider, order._id);
		expect(page?.extras).toMatchObject(extras);
		expect(billingLines(page?.extras ?? { company: "", billing: null })).toEqual([
			"Wheels Ltd",
			"Ada Book",
			"1 Main Street",
			"04109 Leipzig",
			"Germany",
		]);
		await payOrder(rider, order._id);
		const { reference, giftNote, hidesPrices } = extras;
		const slips = await readPackingSlips([order.lines[0]._id]);
		const slip = await readPackingSlip(order._id, { lineIds: [], shipmentId: undefined });
		for (const one of [slips[0], slip])
			expect(one).toMatchObject({ reference, giftNote, hidesPrices });
	});

	it("are empty if nothing is sent", async () => {
		const rider = await signUp();
		const { body } = await requestOrder(rider, linesOf([await addTool()]));
		expect((await pageOf(rider, body.order._id))?.extras).toEqual({
			company: "",
			taxNumber: "",
			reference: "",
			giftNote: "",
			hidesPrices: false,
			billing: null,
		});
	});

	it("have a billing address of its country, or an error for each field", async () => {
		const rider = await signUp();
		const wrong = { billing: { ...billing, name: "", city: "", postalCode: "x" } };
		const { status, body } = await requestOrder(rider, linesOf([await addTool()]), wrong);
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields).sort()).toEqual([
			"billing.city",
			"billing.name",
			"billing.postalCode",
		]);
	});
});
