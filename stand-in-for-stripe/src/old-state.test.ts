/** State files of older versions open, and what they hold can be used. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startStripe } from "./server.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { KEYS, openStripe, RETURN_URL, sdk } from "./testing.ts";

function stateFile(): string {
	const folder = mkdtempSync(join(tmpdir(), "stand-in-for-stripe-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return join(folder, "state.sqlite");
}

/** Starts a stand-in with the file, for some work, and stops it. */
async function withStandIn<T>(file: string, work: (stripe: ReturnType<typeof sdk>) => Promise<T>) {
	const running = await startStripe({ port: 0, stateFile: file, ...KEYS });
	try {
		return await work(sdk(running.port));
	} finally {
		await running.close();
	}
}

it("keeps its switches and its payment methods", async () => {
	const file = stateFile();
	const [id, methodId] = await withStandIn(file, async (stripe) => [
		(await stripe.paymentIntents.create({ amount: 2400, currency: "usd" })).id,
		(await stripe.paymentMethods.retrieve("pm_card_visa")).id,
	]);
	// As version 0.1 wrote them.
	const store = new SqliteStore(file);
	store.saveSetting("faults", '{"webhooks":"drop","api":"ok"}');
	const stored = store.find("payment_method", methodId ?? "");
	if (!stored) throw new Error("the payment method is not in the file");
	const old = { ...stored, id: "pm_old" };
	store.save(old, "", '{"disputed":true}');
	store.close();

	const { stripe, faults } = await openStripe({ stateFile: file });
	expect((await faults({})).body).toEqual({ webhooks: "drop", api: "ok", tax: "ok" });
	await stripe.paymentIntents.confirm(id ?? "", {
		return_url: RETURN_URL,
		payment_method: "pm_old",
	});
	const disputes = await stripe.disputes.list({ payment_intent: id });
	expect(disputes.data).toMatchObject([{ reason: "fraudulent", status: "needs_response" }]);
});

it("has tax calculations and transactions after a restart", async () => {
	const file = stateFile();
	const calculation = await withStandIn(file, (stripe) =>
		stripe.tax.calculations.create({
			currency: "usd",
			line_items: [{ amount: 1000 }],
			customer_details: { address: { country: "DE" }, address_source: "shipping" },
		}),
	);
	const reverse = (
		stripe: ReturnType<typeof sdk>,
		original_transaction: string,
		reference: string,
		flat_amount: number,
	) =>
		stripe.tax.transactions.createReversal({
			original_transaction,
			reference,
			mode: "partial",
			flat_amount,
		});
	const [transaction, reversal] = await withStandIn(file, async (stripe) => {
		const { id } = await stripe.tax.transactions.createFromCalculation({
			calculation: String(calculation.id),
			reference: "order-1",
		});
		return [id, (await reverse(stripe, id, "refund-1", -1000)).id];
	});
	const { stripe } = await openStripe({ stateFile: file });
	expect((await reverse(stripe, transaction ?? "", "refund-1", -1000)).id).toBe(reversal);
	const tooMuch = reverse(stripe, transaction ?? "", "refund-2", -191);
	await expect(tooMuch).rejects.toThrow("greater than what is left");
});
