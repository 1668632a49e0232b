/** Orders in a shop with shipping by country, with included tax and with Stripe Tax. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { includedTaxCents } from "../../src/shop/costs/tax.ts";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { allowConsole } from "../setup/console-guard.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const shipping: PricingConfig["shipping"] = {
	countries: ["DE", "AT"],
	rates: [
		{ countries: ["DE"], price: 4.9, freeFrom: 49 },
		{ countries: "all", price: 9.5 },
	],
};
const included: PricingConfig["tax"] = { mode: "included", label: "VAT", percent: 19 };
const byStripe: PricingConfig["tax"] = { mode: "stripe", behaviour: "exclusive" };
// Stays the same object all the time: other modules keep it.
const tax: Record<string, unknown> = { ...included };
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
const { addTool, callApi, signUp, stockOf } = await import("../helpers/shop.ts");
const { checkLedgerAfterEach, intentAtStripe, payByCard, paymentOf } = await import(
	"../helpers/payments.ts"
);
const { reconcile } = await import("../helpers/payment-jobs.ts");

const realFetch = globalThis.fetch;
let isTaxAway = false;
vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) => {
	const url = new Request(...request).url;
	if (isTaxAway && url.includes("/v1/tax/")) throw new TypeError("network error");
	return realFetch(...request);
});

const setTax = (to: PricingConfig["tax"]) => {
	for (const key of Object.keys(tax)) delete tax[key];
	Object.assign(tax, to);
};
beforeEach(() => {
	isTaxAway = false;
	setTax(included);
});
// The next test file loads them in turn, with the shop's own config.
afterAll(() => void vi.resetModules());

checkLedgerAfterEach();

const berlin = { line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" };
const vienna = { line1: "Ring 1", city: "Wien", postalCode: "1010", country: "AT" };
type Person = Awaited<ReturnType<typeof signUp>>;

async function request(person: Person, tools: string[], fields: Record<string, unknown>) {
	const lines = tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 }));
	return callApi("POST", "/checkout", {
		token: person.token,
		body: { lines, phone: "+49 30 1", ...fields },
	});
}

async function place(person: Person, tools: string[], fields: Record<string, unknown> = berlin) {
	const { status, body } = await request(person, tools, fields);
	expect(status, JSON.stringify(body)).toBe(201);
	return body.order;
}

const rowOf = (id: string) =>
	env.DB.prepare(
		"select shipping_cents, tax_cents, included_tax_cents, total_cents from orders where id = ?",
	)
		.bind(id)
		.first();

async function beginPayment(person: Person, lineId: string) {
	const { status, body } = await callApi("POST", "/create-payment-intent", {
		token: person.token,
		body: { orderId: lineId },
	});
	expect(status, JSON.stringify(body)).toBe(200);
	return paymentOf(body.clientSecret);
}

const remove = (person: Person, id: string) =>
	callApi("DELETE", `/order?id=${id}`, { token: person.token });

describe("shipping and included tax", () => {
	it("are of the country, and are paid", async () => {
		const [rider, tools] = [await signUp(), [await addTool(), await addTool()]];
		const order = await place(rider, tools, { ...vienna, totalPrice: 61.48 });
		expect(order).toMatchObject({
			itemsPrice: 51.98,
			shippingPrice: 9.5,
			totalPrice: 61.48,
			lines: [
				{ totalPrice: 25.99, shippingPrice: 4.75, includedTaxPrice: 4.91 },
				{ totalPrice: 25.99, shippingPrice: 4.75, includedTaxPrice: 4.91 },
			],
		});
		expect(await rowOf(order._id)).toEqual({
			shipping_cents: 950,
			tax_cents: 0,
			included_tax_cents: 982,
			total_cents: 6148,
		});
		const payment = await beginPayment(rider, order._id);
		expect((await intentAtStripe(payment.id)).amount).toBe(6148);
		await payByCard(payment);
		await reconcile();
		const paid = await callApi("GET", `/order/${order.lines[1]._id}`, { token: rider.token });
		expect(paid.body).toMatchObject({ paid: true, transactionId: payment.id });
	});

	it("are calculated anew when an order is removed", async () => {
		const [rider, tools] = [await signUp(), [await addTool(), await addTool()]];
		const order = await place(rider, tools);
		expect(order).toMatchObject({ shippingPrice: 0, totalPrice: 51.98 });
		const before = await beginPayment(rider, order._id);
		expect((await remove(rider, order.lines[0]._id)).body).toEqual({ deletedCount: 1 });
		expect(await rowOf(order._id)).toEqual({
			shipping_cents: 490,
			tax_cents: 0,
			included_tax_cents: 493,
			total_cents: 3089,
		});
		const rest = await callApi("GET", `/order/${order.lines[1]._id}`, { token: rider.token });
		expect(rest.body).toMatchObject({ shippingPrice: 4.9, includedTaxPrice: 4.93 });
		const after = await beginPayment(rider, order._id);
		expect((await intentAtStripe(before.id)).status).toBe("canceled");
		expect((await intentAtStripe(after.id)).amount).toBe(3089);
	});

	it("stay when an order is removed although the shop no longer ships there", async () => {
		const [rider, tools] = [await signUp(), [await addTool(), await addTool()]];
		const order = await place(rider, tools, vienna);
		shipping.countries = ["DE"];
		try {
			expect((await remove(rider, order.lines[0]._id)).status).toBe(200);
		} finally {
			shipping.countries = ["DE", "AT"];
		}
		expect(await rowOf(order._id)).toMatchObject({
			shipping_cents: 950,
			included_tax_cents: 491,
			total_cents: 3549,
		});
	});

	it("need a country that the shop ships to", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const elsewhere = await request(rider, [tool], { ...berlin, country: "FR" });
		expect(elsewhere.status).toBe(422);
		expect(elsewhere.body.error.fields).toEqual({
			country: "We don't ship to this country: France.",
		});
		const inOneLine = await request(rider, [tool], { address: "Invalidenstr. 1, Berlin" });
		expect(inOneLine.body.error.fields).toEqual({ country: "Country is Required" });
		expect(await stockOf(tool)).toBe(10);
	});
});

describe("an order without a country", () => {
	const line = (person: Person, tool: string) =>
		callApi("POST", "/order", {
			token: person.token,
			body: { productCode: tool, quantity: 3, phone: "1", address: "Invalidenstr. 1, Berlin" },
		});

	it("is rejected where its total depends on the address, and reserves nothing", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		for (const mode of [included, byStripe]) {
			setTax(mode);
			const { status, body } = await line(rider, tool);
			expect([status, body.error.code]).toEqual([409, "checkout_required"]);
		}
		expect(await stockOf(tool)).toBe(10);
	});

	it("costs quantity x price where shipping is free everywhere, and has its included tax", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 1999 })];
		const { countries, rates } = shipping;
		Object.assign(shipping, { countries: "all", rates: [{ countries: "all", price: 0 }] });
		try {
			for (const percent of [19, 8.875, 0]) {
				setTax({ ...included, percent });
				const { status, body } = await line(rider, tool);
				expect(status).toBe(201);
				expect(await rowOf(body.order._id)).toEqual({
					shipping_cents: 0,
					tax_cents: 0,
					included_tax_cents: includedTaxCents(5997, percent),
					total_cents: 5997,
				});
			}
		} finally {
			Object.assign(shipping, { countries, rates });
		}
	});

	it("is no checkout with an address of one line where the tax depends on the country", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const { countries, rates } = shipping;
		Object.assign(shipping, { countries: "all", rates: [{ countries: "all", price: 0 }] });
		setTax({ ...included, rates: [{ countries: ["AT"], percent: 20 }] });
		try {
			const { body } = await request(rider, [tool], { address: "Ring 1, Wien" });
			expect(body.error.fields).toEqual({ country: "Country is Required" });
		} finally {
			Object.assign(shipping, { countries, rates });
		}
	});
});

describe("Stripe Tax", () => {
	beforeEach(() => setTax(byStripe));

	it("is calculated before the checkout is placed, and again when an order is removed", async () => {
		const [rider, tools] = [await signUp(), [await addTool(), await addTool()]];
		const order = await place(rider, tools);
		// 19 % of 51.98; shipping is free.
		expect(order).toMatchObject({
			taxPrice: 9.88,
			totalPrice: 61.86,
			lines: [{ taxPrice: 4.94 }, { taxPrice: 4.94 }],
		});
		expect((await remove(rider, order.lines[0]._id)).status).toBe(200);
		// 19 % of 25.99 and of 4.90.
		expect(await rowOf(order._id)).toEqual({
			shipping_cents: 490,
			tax_cents: 587,
			included_tax_cents: 0,
			total_cents: 3676,
		});
	});

	it("sells and reprices nothing while it is unavailable", async () => {
		const [rider, tools] = [await signUp(), [await addTool(), await addTool()]];
		const order = await place(rider, tools);
		const payment = await beginPayment(rider, order._id);
		allowConsole(/"code":"payments_unavailable"/);
		isTaxAway = true;
		const rejected = await request(rider, tools, berlin);
		expect(rejected.status).toBe(503);
		expect(rejected.body.error.message).toContain("We can't calculate the tax right now");
		expect((await remove(rider, order.lines[0]._id)).status).toBe(503);
		expect((await intentAtStripe(payment.id)).status).not.toBe("canceled");
		expect(await rowOf(order._id)).toMatchObject({ total_cents: 6186 });
		for (const tool of tools) expect(await stockOf(tool)).toBe(9);
	});
});
