/** Tax by Stripe Tax: at its own stand-in, because it takes Stripe Tax away. */
import type Stripe from "stripe";
import * as v from "valibot";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as messages from "../../src/messages/messages.ts";
import { addressSchema } from "../../src/shop/addresses/address.ts";
import type { Address } from "../../src/shop/addresses/address-columns.ts";
import {
	createTaxTransaction,
	type PricedLine,
	priceWithTax,
	reverseTax,
	undoTaxReversal,
} from "../../src/shop/costs/stripe-tax.server.ts";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { callStripe, controlStripe } from "../helpers/payments.ts";

const realFetch = globalThis.fetch;
/** Changes what Stripe answers. */
let changeAnswer: ((text: string) => string) | undefined;
// Must run before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	const response = await realFetch(...request);
	return changeAnswer ? new Response(changeAnswer(await response.text()), response) : response;
});

const berlin: Address = {
	line1: "Invalidenstr. 1",
	line2: "",
	city: "Berlin",
	region: "",
	postalCode: "10115",
	country: "DE",
};
/** Stripe knows a state by its code. */
const seattle: Address = v.parse(addressSchema(), {
	line1: "400 Broad St",
	line2: "Floor 2",
	city: "Seattle",
	region: "Wáshington.",
	postalCode: "98109",
	country: "US",
});

const pricing = (behaviour: "inclusive" | "exclusive"): PricingConfig => ({
	shipping: { countries: "all", rates: [{ countries: "all", price: 4.9 }] },
	tax: { mode: "stripe", behaviour },
});

/** References are unique at Stripe, so each test has ids of its own. */
function newLines(): PricedLine[] {
	return [
		{ id: crypto.randomUUID(), unitPriceCents: 1250, quantity: 2 },
		{ id: crypto.randomUUID(), unitPriceCents: 999, quantity: 1 },
	];
}

afterEach(async () => {
	changeAnswer = undefined;
	await controlStripe("/_faults", { api: "ok", tax: "ok" });
});

/** A paid order of 47.47, of which 7.58 is tax. */
async function isPaidOrder() {
	const { taxCalculationId, totals } = await priceWithTax(newLines(), berlin, pricing("exclusive"));
	const orderId = crypto.randomUUID();
	const record = (failures = 0) => createTaxTransaction(orderId, taxCalculationId ?? "", failures);
	return { orderId, record, totalCents: totals.totalCents };
}

/** The tax that a transaction or a reversal reports, its shipping included. */
async function reportedTax(id: string): Promise<number> {
	const { shipping_cost } = await callStripe<Stripe.Tax.Transaction>(`tax/transactions/${id}`);
	const lines = await callStripe<Stripe.ApiList<Stripe.Tax.TransactionLineItem>>(
		`tax/transactions/${id}/line_items`,
	);
	const taxes = [...lines.data, shipping_cost].map((item) => item?.amount_tax ?? 0);
	return taxes.reduce((sum, amount) => sum + amount, 0);
}

describe("the price of a checkout", () => {
	it.each([
		[
			"exclusive",
			berlin,
			{ taxCents: 758, includedTaxCents: 0, totalCents: 4747, taxRate: 190_000 },
		],
		[
			"inclusive",
			berlin,
			{ taxCents: 0, includedTaxCents: 637, totalCents: 3989, taxRate: 190_000 },
		],
		// 6.5 % of the state and 3.6 % of the city, each rounded on each line.
		[
			"exclusive",
			seattle,
			{ taxCents: 404, includedTaxCents: 0, totalCents: 4393, taxRate: 101_000 },
		],
	] as const)("has %s tax of Stripe Tax", async (behaviour, address, amounts) => {
		const lines = newLines();
		const priced = await priceWithTax(lines, address, pricing(behaviour));
		expect(priced.totals).toMatchObject({
			itemsCents: 3499,
			shippingCents: 490,
			...amounts,
			taxName: "Tax",
			isTaxPending: false,
		});
		const calculation = await callStripe<Stripe.Tax.Calculation>(
			`tax/calculations/${priced.taxCalculationId}`,
		);
		expect(calculation).toMatchObject({
			currency: "usd",
			amount_total: amounts.totalCents,
			customer_details: {
				address_source: "shipping",
				address: {
					line1: address.line1,
					city: address.city,
					...(address.region && { state: "WA", line2: address.line2 }),
					postal_code: address.postalCode,
					country: address.country,
				},
			},
		});
		const items = await callStripe<Stripe.ApiList<Stripe.Tax.CalculationLineItem>>(
			`tax/calculations/${priced.taxCalculationId}/line_items`,
		);
		expect(items.data).toMatchObject([
			{ reference: lines[0]?.id, amount: 2500, quantity: 2, tax_behavior: behaviour },
			{ reference: lines[1]?.id, amount: 999, quantity: 1, tax_behavior: behaviour },
		]);
	});

	it("needs no call to Stripe without Stripe Tax", async () => {
		await controlStripe("/_faults", { tax: "away" });
		const priced = await priceWithTax(newLines(), berlin, {
			...pricing("exclusive"),
			tax: { mode: "none" },
		});
		expect(priced).toMatchObject({ totals: { totalCents: 3989 }, taxCalculationId: null });
	});

	it.each([
		["500", { tax: "away" }],
		["429", { api: "429" }],
		["no answer", { api: { fault: "lost", only: "POST /v1/tax/calculations", count: 2 } }],
	])("is an error that says so while Stripe Tax answers %s", async (_, faults) => {
		await controlStripe("/_faults", faults);
		await expect(priceWithTax(newLines(), berlin, pricing("exclusive"))).rejects.toMatchObject({
			code: "payments_unavailable",
			status: 503,
			message: messages.taxUnavailable,
		});
		await controlStripe("/_faults", { api: "ok", tax: "ok" });
		const { totals } = await priceWithTax(newLines(), berlin, pricing("exclusive"));
		expect(totals.taxCents).toBe(758);
	});

	it("is an error if Stripe Tax answers with another total", async () => {
		changeAnswer = (text) => text.replace(/"amount_total": ?4747/, '"amount_total":4746');
		await expect(priceWithTax(newLines(), berlin, pricing("exclusive"))).rejects.toMatchObject({
			code: "payments_unavailable",
			message: messages.taxUnavailable,
		});
		changeAnswer = undefined;
		await priceWithTax(newLines(), berlin, pricing("exclusive"));
	});

	it("has no tax on shipping that is free", async () => {
		const { tax } = pricing("exclusive");
		const shipping = { countries: "all", rates: [{ countries: "all", price: 0 }] } as const;
		const priced = await priceWithTax(newLines(), berlin, { shipping, tax });
		expect(priced.totals).toMatchObject({ shippingCents: 0, taxCents: 665, totalCents: 4164 });
		const calculation = await callStripe<Stripe.Tax.Calculation>(
			`tax/calculations/${priced.taxCalculationId}`,
		);
		expect(calculation.shipping_cost).toBeNull();
	});

	it("is an error of the field where Stripe Tax does not find the address", async () => {
		const nowhere = { ...seattle, postalCode: "" };
		const priced = priceWithTax(newLines(), nowhere, pricing("exclusive"));
		await expect(priced).rejects.toMatchObject({
			code: "invalid",
			fields: { postalCode: messages.taxLocationUnknown },
		});
	});

	it("is an error of the country without one", async () => {
		const oneLine = { ...berlin, country: "" };
		await expect(priceWithTax(newLines(), oneLine, pricing("exclusive"))).rejects.toMatchObject({
			code: "invalid",
			fields: { country: messages.countryRequired },
		});
	});
});

describe("the tax of a paid checkout", () => {
	it("is recorded once, under the checkout's id", async () => {
		const { orderId, record } = await isPaidOrder();
		const [one, other] = await Promise.all([record(), record()]);
		expect([other, await record()]).toEqual([one, one]);
		const transaction = await callStripe<Stripe.Tax.Transaction>(`tax/transactions/${one}`);
		expect(transaction).toMatchObject({ reference: orderId, type: "transaction" });
		expect(await reportedTax(one)).toBe(758);
	});

	it("is recorded after Stripe Tax was away", async () => {
		const { record } = await isPaidOrder();
		await controlStripe("/_faults", { tax: "away" });
		await expect(record()).rejects.toMatchObject({ code: "payments_failed" });
		await expect(record(1)).rejects.toMatchObject({ code: "payments_failed" });
		await controlStripe("/_faults", { tax: "ok" });
		const id = await record(2);
		expect(await reportedTax(id)).toBe(758);
		expect(await record(2)).toBe(id);
	});

	it("is recorded once if an answer is lost after Stripe Tax was away", async () => {
		const { record } = await isPaidOrder();
		await controlStripe("/_faults", { tax: "away" });
		await expect(record()).rejects.toMatchObject({ code: "payments_failed" });
		await controlStripe("/_faults", { tax: "ok" });
		// Stripe has stored failures under the first two keys; the answer to the third does not arrive.
		changeAnswer = (text) => (text.includes('"tax.transaction"') ? "lost" : text);
		await expect(record(1)).rejects.toThrow();
		changeAnswer = undefined;
		const id = await record(2);
		expect(await reportedTax(id)).toBe(758);
	});

	it("is recorded once if the answer is lost", async () => {
		const { record } = await isPaidOrder();
		const only = "POST /v1/tax/transactions/create_from_calculation";
		await controlStripe("/_faults", { api: { fault: "lost", only, count: 2 } });
		await expect(record()).rejects.toMatchObject({ code: "payments_unavailable" });
		const id = await record();
		expect(await record()).toBe(id);
		expect(await reportedTax(id)).toBe(758);
	});
});

describe("the tax of a refund", () => {
	/** A paid order whose tax is recorded; `refund` reverses the tax of a part of it. */
	async function recordedOrder() {
		const { record, totalCents } = await isPaidOrder();
		const taxTransactionId = await record();
		const refund = (
			amountCents: number,
			refundId: string = crypto.randomUUID(),
			failures: number = 0,
		) => reverseTax({ refundId, taxTransactionId, amountCents }, failures);
		return { refund, totalCents, taxTransactionId };
	}

	it("in full is reversed in full, once", async () => {
		const { refund, totalCents, taxTransactionId } = await recordedOrder();
		const refundId = crypto.randomUUID();
		const id = await refund(totalCents, refundId);
		expect(await refund(totalCents, refundId)).toBe(id);
		const reversal = await callStripe<Stripe.Tax.Transaction>(`tax/transactions/${id}`);
		expect(reversal).toMatchObject({
			type: "reversal",
			reference: refundId,
			reversal: { original_transaction: taxTransactionId },
		});
		expect(await reportedTax(id)).toBe(-758);
		// Nothing is left to reverse.
		await expect(refund(1)).rejects.toMatchObject({ code: "payments_failed" });
	});

	it("in parts adds up to the tax exactly", async () => {
		const { refund, totalCents } = await recordedOrder();
		let left = totalCents;
		let reversed = 0;
		for (const amount of [1, 333, 1000, 7, 1582]) {
			reversed += await reportedTax(await refund(amount));
			left -= amount;
		}
		reversed += await reportedTax(await refund(left));
		expect(reversed).toBe(-758);
	});

	it("is reversed after Stripe Tax was away", async () => {
		const { refund, totalCents } = await recordedOrder();
		const refundId = crypto.randomUUID();
		await controlStripe("/_faults", { tax: "away" });
		await expect(refund(totalCents, refundId)).rejects.toMatchObject({ code: "payments_failed" });
		await controlStripe("/_faults", { tax: "ok" });
		expect(await reportedTax(await refund(totalCents, refundId, 1))).toBe(-758);
	});

	it("that fails later is undone, once, and can be reversed again", async () => {
		const { refund, totalCents } = await recordedOrder();
		const refundId = crypto.randomUUID();
		const reversal = await refund(totalCents, refundId);
		const undone = await undoTaxReversal(refundId, reversal);
		expect(await undoTaxReversal(refundId, reversal)).toBe(undone);
		expect(await reportedTax(undone)).toBe(758);
		expect(await reportedTax(await refund(totalCents))).toBe(-758);
	});

	it("is reversed once if the answer is lost", async () => {
		const { refund, totalCents } = await recordedOrder();
		const refundId = crypto.randomUUID();
		const only = "POST /v1/tax/transactions/create_reversal";
		await controlStripe("/_faults", { api: { fault: "lost", only, count: 2 } });
		await expect(refund(1000, refundId)).rejects.toMatchObject({ code: "payments_unavailable" });
		const reversed = await reportedTax(await refund(1000, refundId));
		expect(reversed + (await reportedTax(await refund(totalCents - 1000)))).toBe(-758);
	});
});
