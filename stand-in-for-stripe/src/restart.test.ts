/** What a state file holds can be used after a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startStripe } from "./server.ts";
import { KEYS, openStripe, sdk } from "./testing.ts";

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
