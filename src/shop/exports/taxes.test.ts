import { expect, it } from "vitest";
import { amountsOf, amountsOfRefund, TaxSums } from "./taxes.ts";

/** $23.80 with 19 % included, of which shipping is $4.00. */
const paid = { itemsCents: 1980, shippingCents: 400, taxCents: 0, includedTaxCents: 380 };
const half = { itemsCents: 990, shippingCents: 200, taxCents: 0, includedTaxCents: 190 };
/** $20.00 and 8.75 % on top. */
const onTop = { itemsCents: 1600, shippingCents: 400, taxCents: 175, includedTaxCents: 0 };

const card = { itemsCents: 5000, shippingCents: 0, taxCents: 0, includedTaxCents: 0 };

it("a payment is net and tax, and its shipping a part of it", () => {
	expect(amountsOf(paid)).toEqual({
		grossCents: 2380,
		netCents: 2000,
		taxCents: 380,
		shippingCents: 400,
	});
	expect(amountsOf(onTop)).toMatchObject({ grossCents: 2175, netCents: 2000, taxCents: 175 });
});

it("a refund takes off what it refunds", () => {
	expect(amountsOfRefund(half)).toEqual({
		grossCents: -1190,
		netCents: -1000,
		taxCents: -190,
		shippingCents: -200,
	});
});

it("sums payments and refunds by month, country, rate and category", () => {
	const sums = new TaxSums();
	const row = { country: "DE", currency: "EUR", rate: 19, category: "S" as const };
	const at = (date: string) => new Date(`${date}T12:00:00Z`);
	sums.add({ ...row, ...amountsOf(paid), at: at("2026-10-31") });
	sums.add({ ...row, ...amountsOf(paid), at: at("2026-11-01") });
	sums.add({ ...row, ...amountsOfRefund(half), at: at("2026-11-02") });
	sums.add({ ...row, ...amountsOf(paid), country: "AT", rate: 20, at: at("2026-11-03") });
	sums.add({ ...row, ...amountsOf(paid), rate: 7, at: at("2026-11-03") });
	sums.add({ ...row, ...amountsOf(card), rate: 0, category: "E", at: at("2026-12-01") });
	sums.add({ ...row, ...amountsOf(card), rate: 0, category: "K", at: at("2026-12-01") });
	expect(sums.lines()).toEqual([
		["2026-10", "DE", "19", "S", "EUR", "23.80", "0.00", "23.80", "20.00", "3.80", "4.00"],
		["2026-11", "AT", "20", "S", "EUR", "23.80", "0.00", "23.80", "20.00", "3.80", "4.00"],
		["2026-11", "DE", "7", "S", "EUR", "23.80", "0.00", "23.80", "20.00", "3.80", "4.00"],
		["2026-11", "DE", "19", "S", "EUR", "23.80", "11.90", "11.90", "10.00", "1.90", "2.00"],
		["2026-12", "DE", "0", "E", "EUR", "50.00", "0.00", "50.00", "50.00", "0.00", "0.00"],
		["2026-12", "DE", "0", "K", "EUR", "50.00", "0.00", "50.00", "50.00", "0.00", "0.00"],
	]);
});
