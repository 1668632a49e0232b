/** A shop in yen: one minor unit is one yen, at Stripe and in the database. */
import { env } from "cloudflare:workers";
import { afterAll, describe, expect, it, vi } from "vitest";
import { currencyFacts } from "../../src/config/currencies.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const facts = { currency: "JPY", locale: "ja-JP", ...currencyFacts("JPY", "ja-JP") };
for (const [name, value] of Object.entries(facts)) {
	Object.defineProperty(config, name, { get: () => value, enumerable: true });
}
const messages = await import("../../src/messages/messages.ts");
const { addTool, callApi, listAllPages, orderBody, placeLine, signUp } = await import(
	"../helpers/shop.ts"
);
const {
	beginPayment,
	checkLedgerAfterEach,
	createForeignIntent,
	intentAtStripe,
	payByCard,
	refundsOf,
	reportPayment,
	rowOf,
} = await import("../helpers/payments.ts");

// The next test file loads them in turn, with the shop's own currency.
afterAll(() => void vi.resetModules());

checkLedgerAfterEach();

describe("a shop in yen", () => {
	it("asks Stripe for whole yen, and is paid in them", async () => {
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 1999 })];
		const line = await placeLine(rider, tool, 3);
		expect(line).toMatchObject({ price: 1999, totalPrice: 5997 });
		expect(await rowOf(line._id)).toMatchObject({ total_cents: 5997 });
		const payment = await beginPayment(rider, line);
		expect(await intentAtStripe(payment.id)).toMatchObject({ amount: 5997, currency: "jpy" });
		await payByCard(payment);
		const paid = await reportPayment(rider, line, payment.id);
		expect(paid.body).toMatchObject({ paid: true, totalPrice: 5997 });
	});

	it("refunds the same number of another currency", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const [rider, tool] = [await signUp(), await addTool({ priceCents: 1999 })];
		const line = await placeLine(rider, tool);
		const dollars = await createForeignIntent(line._id, 1999, "usd");
		await payByCard(dollars);
		expect((await reportPayment(rider, line, dollars.id)).body.error.code).toBe("payment_mismatch");
		expect((await refundsOf(dollars.id)).map(({ amount }) => amount)).toEqual([1999]);
		expect(await rowOf(line._id)).toMatchObject({ transaction_id: null });
	});

	it("takes and returns prices in whole yen, from 50 for an order", async () => {
		const admin = await signUp({ role: "admin" });
		const tool = await addTool({ priceCents: 1999 });
		const [listed] = (await listAllPages(`/service?id=${tool}`)).flat();
		expect(listed.price).toBe(1999);
		const update = (price: number) =>
			callApi("PUT", `/service?id=${tool}`, {
				token: admin.token,
				body: { price, quantity: listed.quantity, minOrderQuantity: 1 },
			});
		expect((await update(19.5)).body.error.fields).toEqual({ price: messages.wholeNumber });
		expect((await update(49)).body.error.fields).toEqual({
			price: messages.totalOutOfBounds("￥50", "￥99,999,999"),
		});
		expect((await update(50)).status).toBe(200);
		const { results } = await env.DB.prepare("select price_cents from tools where id = ?")
			.bind(tool)
			.all();
		expect(results).toEqual([{ price_cents: 50 }]);
		const rider = await signUp();
		const seen = orderBody(tool, { price: 0.5 });
		expect((await callApi("POST", "/order", { token: rider.token, body: seen })).status).toBe(422);
	});
});
