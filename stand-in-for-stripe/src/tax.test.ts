import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { allocate, percentage, proportion, taxesOn } from "./tax-amounts.ts";
import { openStripe } from "./testing.ts";

type Params = Stripe.Tax.CalculationCreateParams;

const berlin = { line1: "Unter den Linden 1", city: "Berlin", postal_code: "10117", country: "DE" };

function params(address: { country: string }, changes: Partial<Params> = {}): Params {
	return {
		currency: "usd",
		line_items: [{ amount: 10_00, reference: "L1" }],
		customer_details: { address, address_source: "shipping" },
		...changes,
	};
}

/** The line items that were not empty, with a call that changes the parameters of a reversal. */
async function openTransaction(changes: Partial<Params> = {}) {
	const standIn = await openStripe();
	const { tax } = standIn.stripe;
	const calculation = await tax.calculations.create(params(berlin, changes));
	const transaction = await tax.transactions.createFromCalculation({
		calculation: String(calculation.id),
		reference: "order-1",
		expand: ["line_items"],
	});
	const lines = transaction.line_items?.data ?? [];
	const reverse = (
		reference: string,
		input: Omit<Stripe.Tax.TransactionCreateReversalParams, "reference" | "original_transaction">,
	) =>
		tax.transactions.createReversal({
			original_transaction: transaction.id,
			reference,
			expand: ["line_items"],
			...input,
		});
	return { ...standIn, tax, calculation, transaction, lines, reverse };
}

/** What a reversal returns, of all line items and of shipping. */
function reversedBy({ line_items, shipping_cost }: Stripe.Tax.Transaction) {
	const items = [...(line_items?.data ?? []), ...(shipping_cost ? [shipping_cost] : [])];
	return {
		amount: items.reduce((sum, { amount }) => sum + amount, 0),
		tax: items.reduce((sum, { amount_tax }) => sum + amount_tax, 0),
	};
}

describe("the amounts", () => {
	it.each([
		[1000, [19000], false, [190]],
		[1050, [5000], false, [53]],
		[1049, [5000], false, [52]],
		[1190, [19000], true, [190]],
		[1000, [19000], true, [160]],
		[10000, [5000, 9975], false, [500, 998]],
		[11498, [5000, 9975], true, [500, 998]],
		[99_999_999, [27000], false, [27_000_000]],
		[0, [19000], true, [0]],
		[1, [], false, []],
	])("of %i at %o are taxed (inclusive: %s) by %o", (amount, rates, isInclusive, taxes) => {
		expect(taxesOn(amount, rates, isInclusive)).toEqual(taxes);
	});

	it("are divided so that the parts add up", () => {
		expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
		expect(allocate(5, [0, 10, 10])).toEqual([0, 3, 2]);
		expect(allocate(7, [0, 0])).toEqual([0, 0]);
		const parts = allocate(99_999_998, [99_999_999, 1, 33_333_333]);
		expect(parts.reduce((sum, part) => sum + part)).toBe(99_999_998);
		expect([proportion(19, 1, 2), proportion(19, 2, 2), proportion(1, 0, 0)]).toEqual([10, 19, 0]);
	});

	it("of rates are written as Stripe does", () => {
		expect([0, 9975, 19000].map(percentage)).toEqual(["0.0", "9.975", "19.0"]);
	});
});

describe("a calculation", () => {
	it("adds tax to line items and shipping, or finds it in them", async () => {
		const { stripe } = await openStripe();
		const added = await stripe.tax.calculations.create(
			params(berlin, {
				line_items: [
					{ amount: 2599, quantity: 2, reference: "order-1", tax_behavior: "exclusive" },
					{ amount: 1190, reference: "order-2", tax_behavior: "inclusive" },
				],
				shipping_cost: { amount: 500, tax_behavior: "exclusive" },
				expand: ["line_items.data.tax_breakdown"],
			}),
		);
		expect(added).toMatchObject({
			object: "tax.calculation",
			amount_total: 2599 + 1190 + 500 + 494 + 95,
			tax_amount_exclusive: 494 + 95,
			tax_amount_inclusive: 190,
			customer_details: { address: { country: "DE", line2: null }, address_source: "shipping" },
			shipping_cost: { amount: 500, amount_tax: 95, tax_behavior: "exclusive" },
			tax_breakdown: [
				{
					amount: 589,
					inclusive: false,
					taxable_amount: 3099,
					taxability_reason: "standard_rated",
					tax_rate_details: { country: "DE", percentage_decimal: "19.0", tax_type: "vat" },
				},
				{ amount: 190, inclusive: true, taxable_amount: 1000 },
			],
		});
		expect(added.line_items?.data).toMatchObject([
			{ reference: "order-1", quantity: 2, amount: 2599, amount_tax: 494 },
			{ reference: "order-2", quantity: 1, amount: 1190, amount_tax: 190 },
		]);
		expect(added.line_items?.data[0]?.tax_breakdown).toMatchObject([
			{ amount: 494, jurisdiction: { country: "DE", level: "country" }, taxable_amount: 2599 },
		]);
	});

	it("is retrieved, with its line items in pages, until it expires", async () => {
		const { stripe, url } = await openStripe();
		const line_items = ["a", "b", "c"].map((reference) => ({ amount: 100, reference }));
		const created = await stripe.tax.calculations.create(params(berlin, { line_items }));
		const id = String(created.id);
		expect(created.line_items).toBeUndefined();
		expect(created.expires_at).toBe(created.tax_date + 90 * 86_400);
		expect(await stripe.tax.calculations.retrieve(id)).toMatchObject({ id, amount_total: 357 });
		const page = await stripe.tax.calculations.listLineItems(id, { limit: 2 });
		expect(page).toMatchObject({ has_more: true, data: [{ reference: "a" }, { reference: "b" }] });
		expect(page.data[0]).not.toHaveProperty("tax_breakdown");
		const all: string[] = [];
		for await (const line of stripe.tax.calculations.listLineItems(id, { limit: 2 })) {
			all.push(line.reference);
		}
		expect(all).toEqual(["a", "b", "c"]);
		const back = await stripe.tax.calculations.listLineItems(id, {
			ending_before: String(page.data[1]?.id),
		});
		expect(back).toMatchObject({ has_more: false, data: [{ reference: "a" }] });
		const body = JSON.stringify({ expire: id });
		expect((await fetch(`${url}/_calculations`, { method: "POST", body })).status).toBe(200);
		await expect(stripe.tax.calculations.retrieve(id)).rejects.toMatchObject({
			code: "resource_missing",
		});
		const late = stripe.tax.transactions.createFromCalculation({ calculation: id, reference: "r" });
		await expect(late).rejects.toMatchObject({ code: "resource_missing", param: "calculation" });
		expect((await fetch(`${url}/_calculations`, { method: "POST", body })).status).toBe(400);
	});

	it.each([
		[{ country: "DE" }, 190, "standard_rated", ["19.0"]],
		[{ country: "CH" }, 81, "standard_rated", ["8.1"]],
		[{ country: "AU" }, 100, "standard_rated", ["10.0"]],
		[{ country: "BR" }, 0, "not_collecting", ["0.0"]],
		[{ country: "US", postal_code: "94080", state: "CA" }, 86, "standard_rated", ["7.25", "1.25"]],
		[{ country: "US", postal_code: "94080-1234" }, 86, "standard_rated", ["7.25", "1.25"]],
		[{ country: "US", postal_code: "97201" }, 0, "not_subject_to_tax", ["0.0"]],
		[{ country: "US", postal_code: "60601", state: "IL" }, 60, "standard_rated", ["6.0"]],
		[{ country: "CA", postal_code: "H2Y 1C6" }, 150, "standard_rated", ["5.0", "9.975"]],
		[{ country: "CA", state: "ON" }, 130, "standard_rated", ["13.0"]],
		[{ country: "CA", postal_code: "t2p1j9" }, 50, "standard_rated", ["5.0"]],
	])("for %o has a tax of %i (%s) at %o", async (address, tax, reason, rates) => {
		const { stripe } = await openStripe();
		const calculation = await stripe.tax.calculations.create(params(address));
		expect(calculation.tax_amount_exclusive).toBe(tax);
		expect(calculation.tax_breakdown.map((part) => part.taxability_reason)).toEqual(
			rates.map(() => reason),
		);
		expect(
			calculation.tax_breakdown.map((part) => part.tax_rate_details.percentage_decimal),
		).toEqual(rates);
	});

	it.each([
		[{ country: "US" }, "customer_tax_location_invalid"],
		[{ country: "US", state: "CA" }, "customer_tax_location_invalid"],
		[{ country: "US", postal_code: "9408" }, "customer_tax_location_invalid"],
		[{ country: "US", postal_code: "00000" }, "customer_tax_location_invalid"],
		[{ country: "CA" }, "customer_tax_location_invalid"],
		[{ country: "CA", postal_code: "12345" }, "customer_tax_location_invalid"],
		[{ country: "Germany" }, "country_code_invalid"],
		[{ country: "QQ" }, "country_code_invalid"],
		[{ country: "" }, "parameter_missing"],
	])("for %o is an error: %s", async (address, code) => {
		const { stripe } = await openStripe();
		const calculation = stripe.tax.calculations.create(params(address));
		await expect(calculation).rejects.toMatchObject({
			type: "StripeInvalidRequestError",
			statusCode: 400,
			code,
		});
	});

	it("has no tax for an exempt customer or a nontaxable product", async () => {
		const { stripe } = await openStripe();
		const exempt = await stripe.tax.calculations.create(
			params(berlin, {
				customer_details: {
					address: berlin,
					address_source: "billing",
					taxability_override: "customer_exempt",
				},
			}),
		);
		expect(exempt).toMatchObject({
			amount_total: 1000,
			tax_breakdown: [{ amount: 0, taxability_reason: "customer_exempt" }],
		});
		const line_items = [{ amount: 1000, tax_code: "txcd_00000000" }, { amount: 1000 }];
		const mixed = await stripe.tax.calculations.create(params(berlin, { line_items }));
		expect(mixed).toMatchObject({
			amount_total: 2190,
			tax_breakdown: [{ taxability_reason: "product_exempt" }, { amount: 190 }],
		});
	});

	it.each([
		[{ line_items: [] }, "line_items"],
		[{ line_items: [{ amount: -1 }] }, "line_items[0][amount]"],
		[{ line_items: [{ amount: 1.5 }] }, "line_items[0][amount]"],
		[{ line_items: [{ reference: "a" } as never] }, "line_items[0][amount]"],
		[
			{
				line_items: [
					{ amount: 1, reference: "a" },
					{ amount: 1, reference: "a" },
				],
			},
			"line_items[1][reference]",
		],
		[{ line_items: [{ amount: 1, tax_behavior: "none" }] }, "line_items[0][tax_behavior]"],
		[{ line_items: Array.from({ length: 101 }, () => ({ amount: 1 })) }, "line_items"],
		[{ currency: "dollars" }, "currency"],
		[{ customer_details: { address: berlin } }, "customer_details[address_source]"],
		[{ shipping_cost: { tax_behavior: "inclusive" as const } }, "shipping_cost[amount]"],
	])("is rejected for %j", async (changes, param) => {
		const { stripe } = await openStripe();
		const calculation = stripe.tax.calculations.create(params(berlin, changes));
		await expect(calculation).rejects.toMatchObject({ statusCode: 400, param });
	});
});

describe("a transaction", () => {
	it("is made once for a reference", async () => {
		const { tax, calculation, transaction, lines } = await openTransaction({
			shipping_cost: { amount: 500 },
		});
		expect(transaction).toMatchObject({
			object: "tax.transaction",
			type: "transaction",
			reference: "order-1",
			reversal: null,
			shipping_cost: { amount: 500, amount_tax: 95 },
		});
		expect(lines).toMatchObject([{ amount: 1000, amount_tax: 190, type: "transaction" }]);
		const input = { calculation: String(calculation.id), reference: "order-1" };
		const again = await tax.transactions.createFromCalculation(input);
		expect(again.id).toBe(transaction.id);
		const other = await tax.calculations.create(params(berlin));
		const taken = tax.transactions.createFromCalculation({
			...input,
			calculation: String(other.id),
		});
		await expect(taken).rejects.toMatchObject({ statusCode: 400, param: "reference" });
		expect(await tax.transactions.retrieve(transaction.id)).not.toHaveProperty("line_items");
		const listed = await tax.transactions.listLineItems(transaction.id);
		expect(listed.data.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
		await expect(tax.transactions.retrieve("tax_none")).rejects.toMatchObject({ statusCode: 404 });
	});

	it("is reversed in full, once for a reference", async () => {
		const { reverse, transaction, lines } = await openTransaction({
			shipping_cost: { amount: 500 },
		});
		const reversal = await reverse("refund-1", { mode: "full" });
		expect(reversal).toMatchObject({
			type: "reversal",
			reversal: { original_transaction: transaction.id },
			shipping_cost: { amount: -500, amount_tax: -95 },
		});
		expect(reversal.line_items?.data).toMatchObject([
			{ amount: -1000, amount_tax: -190, reversal: { original_line_item: lines[0]?.id } },
		]);
		expect((await reverse("refund-1", { mode: "full" })).id).toBe(reversal.id);
		await expect(reverse("refund-2", { mode: "full" })).rejects.toMatchObject({ statusCode: 400 });
		await expect(reverse("order-1", { mode: "full" })).rejects.toMatchObject({
			param: "reference",
		});
		await expect(reverse("refund-3", { mode: "partial", flat_amount: -1 })).rejects.toMatchObject({
			param: "flat_amount",
		});
	});

	it.each(["exclusive", "inclusive"] as const)(
		"is reversed by flat amounts that add up to the cent (%s)",
		async (tax_behavior) => {
			const { calculation, reverse } = await openTransaction({
				line_items: [333, 1999, 7].map((amount) => ({ amount, tax_behavior })),
				shipping_cost: { amount: 499, tax_behavior },
			});
			const taxes = calculation.tax_amount_exclusive + calculation.tax_amount_inclusive;
			let left = calculation.amount_total;
			const sums = { amount: 0, tax: 0 };
			for (const [index, part] of [1, 100, 1, 777, 333].entries()) {
				const reversed = reversedBy(
					await reverse(`refund-${index}`, { mode: "partial", flat_amount: -part }),
				);
				expect(reversed.amount + (tax_behavior === "exclusive" ? reversed.tax : 0)).toBe(-part);
				sums.amount += reversed.amount;
				sums.tax += reversed.tax;
				left -= part;
			}
			const tooMuch = reverse("too-much", { mode: "partial", flat_amount: -left - 1 });
			await expect(tooMuch).rejects.toMatchObject({ param: "flat_amount" });
			const rest = reversedBy(await reverse("rest", { mode: "partial", flat_amount: -left }));
			expect(sums.tax + rest.tax).toBe(-taxes);
			expect(sums.amount + rest.amount).toBe(-(333 + 1999 + 7 + 499));
		},
	);

	it("is reversed by line items and shipping, never by more than is left", async () => {
		const { reverse, lines } = await openTransaction({
			line_items: [{ amount: 1000 }, { amount: 2000 }],
			shipping_cost: { amount: 500 },
		});
		const [first, second] = lines.map(({ id }) => id);
		const line = (original_line_item = "", amount = 0, amount_tax = 0) => ({
			original_line_item,
			amount,
			amount_tax,
			reference: "refund",
			quantity: 1,
		});
		const reversal = await reverse("refund-1", {
			mode: "partial",
			line_items: [line(second, -1500, -285)],
			shipping_cost: { amount: -500, amount_tax: -95 },
		});
		expect(reversal.line_items?.data).toMatchObject([
			{ amount: -1500, amount_tax: -285, quantity: 1, reference: "refund", type: "reversal" },
		]);
		expect(reversal.shipping_cost).toMatchObject({ amount: -500, amount_tax: -95 });
		for (const [reference, input, param] of [
			["a", { line_items: [line(second, -501)] }, "line_items[0][amount]"],
			["b", { line_items: [line(second, 0, -96)] }, "line_items[0][amount_tax]"],
			["c", { line_items: [line(first, 1)] }, "line_items[0][amount]"],
			["d", { line_items: [line("tax_li_none", -1)] }, "line_items[0][original_line_item]"],
			[
				"e",
				{ line_items: [line(first, -1), line(first, -1)] },
				"line_items[1][original_line_item]",
			],
			["f", { shipping_cost: { amount: -1, amount_tax: 0 } }, "shipping_cost[amount]"],
			["g", { flat_amount: -1, line_items: [line(first, -1)] }, "flat_amount"],
			["h", { flat_amount: 1 }, "flat_amount"],
			["i", {}, "line_items"],
		] as const) {
			await expect(
				reverse(reference, { mode: "partial", ...(structuredClone(input) as object) }),
			).rejects.toMatchObject({ param });
		}
		await expect(reverse("j", { mode: "full" })).rejects.toThrow("mode=partial");
		const rest = await reverse("rest", { mode: "partial", flat_amount: -(1190 + 595) });
		expect(reversedBy(rest)).toEqual({ amount: -1500, tax: -285 });
	});

	it("that is a partial reversal is reversed once, in full", async () => {
		const { tax, reverse } = await openTransaction({ shipping_cost: { amount: 500 } });
		const part = { mode: "partial", flat_amount: -1000 } as const;
		const reversal = await reverse("refund-1", part);
		const undo = (reference: string, mode: "full" | "partial" = "full") =>
			tax.transactions.createReversal({
				original_transaction: reversal.id,
				reference,
				mode,
				...(mode === "partial" && { flat_amount: -1 }),
				expand: ["line_items"],
			});
		await expect(undo("undo", "partial")).rejects.toThrow("in full and once");
		const undone = await undo("undo");
		const { amount, tax: taxed } = reversedBy(reversal);
		expect(reversedBy(undone)).toEqual({ amount: -amount, tax: -taxed });
		expect(undone).toMatchObject({
			type: "reversal",
			reversal: { original_transaction: reversal.id },
		});
		expect((await undo("undo")).id).toBe(undone.id);
		await expect(undo("undo-2")).rejects.toThrow("in full and once");
		// Everything is left of the transaction again.
		expect(reversedBy(await reverse("refund-2", { mode: "full" }))).toEqual({
			amount: -1500,
			tax: -285,
		});
	});

	it("that is a full reversal cannot be reversed", async () => {
		const { tax, reverse } = await openTransaction();
		const { id } = await reverse("refund-1", { mode: "full" });
		const input = { original_transaction: id, reference: "refund-2", mode: "full" as const };
		await expect(tax.transactions.createReversal(input)).rejects.toThrow("in full and once");
		await expect(tax.transactions.createReversal({ ...input, mode: "half" })).rejects.toMatchObject(
			{ param: "mode" },
		);
	});
});

describe("an answer that is lost", () => {
	it.each([
		"POST /v1/tax/calculations",
		"POST /v1/tax/transactions/create_from_calculation",
		"POST /v1/tax/transactions/create_reversal",
	])("leaves %s done once", async (only) => {
		const { stripe, faults } = await openStripe();
		const { calculations, transactions } = stripe.tax;
		const calls = {
			"POST /v1/tax/calculations": (key: string) =>
				calculations.create(params(berlin), { idempotencyKey: `calculation-${key}` }),
			"POST /v1/tax/transactions/create_from_calculation": (calculation: string) =>
				transactions.createFromCalculation({ calculation, reference: "order-1" }),
			"POST /v1/tax/transactions/create_reversal": (original_transaction: string) =>
				transactions.createReversal({ original_transaction, reference: "refund-1", mode: "full" }),
		};
		let id = "1";
		for (const [name, call] of Object.entries(calls)) {
			if (name === only) {
				// The library repeats a call whose connection was closed.
				await faults({ api: { fault: "lost", only, count: 2 } });
				await expect(call(id)).rejects.toMatchObject({ type: "StripeConnectionError" });
			}
			const [first, second] = [await call(id), await call(id)];
			expect(second.id).toBe(first.id);
			id = String(first.id);
		}
		const left = transactions.createReversal({
			original_transaction: id,
			reference: "refund-2",
			mode: "full",
		});
		await expect(left).rejects.toThrow("in full and once");
	});

	it("is one of the faults that Stripe Tax has as other calls do", async () => {
		const { stripe, faults } = await openStripe({ slowMs: 50 });
		const only = "POST /v1/tax/calculations";
		await faults({ api: { fault: "429", only, count: 1 } });
		await expect(stripe.tax.calculations.create(params(berlin))).rejects.toMatchObject({
			type: "StripeRateLimitError",
			statusCode: 429,
		});
		await faults({ api: { fault: "slow", only, count: 1 } });
		const start = performance.now();
		await stripe.tax.calculations.create(params(berlin));
		// Timers may fire a millisecond early.
		expect(performance.now() - start).toBeGreaterThanOrEqual(49);
	});
});

describe("the switch tax", () => {
	it("fails Stripe Tax alone", async () => {
		const { stripe, faults } = await openStripe();
		expect(await faults({ tax: { fault: "away", count: 2 } })).toMatchObject({ status: 200 });
		const options = { idempotencyKey: "calculation-1" };
		for (const key of [options, { idempotencyKey: "calculation-2" }]) {
			await expect(stripe.tax.calculations.create(params(berlin), key)).rejects.toMatchObject({
				statusCode: 500,
			});
			await stripe.paymentIntents.create({ amount: 100, currency: "usd" });
		}
		// Stored under its key, as any 500 of Stripe.
		await expect(stripe.tax.calculations.create(params(berlin), options)).rejects.toMatchObject({
			statusCode: 500,
		});
		await expect(stripe.tax.calculations.create(params(berlin))).resolves.toBeDefined();
		const unknown = await faults({ tax: { fault: "away", only: "POST /v1/refunds" } });
		expect(unknown.status).toBe(400);
	});
});
