import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as shopConfig from "../../config/config.ts";
import { taxPercent, toTaxRate } from "./tax.ts";
import {
	isTotalByItemsAlone,
	type LineShare,
	lineCents,
	orderTotals,
	type PricingConfig,
	type RequestedLine,
	sharesOfLines,
	totalError,
} from "./totals.ts";

const europe: PricingConfig = {
	shipping: {
		countries: ["DE", "AT", "CH", "NL"],
		rates: [
			{ countries: ["DE"], price: 4.9, freeFrom: 49 },
			{ countries: "all", price: 9.5 },
		],
	},
	tax: {
		mode: "included",
		label: "VAT",
		percent: 19,
		rates: [
			{ countries: ["AT"], percent: 20 },
			{ countries: ["NL"], percent: 21 },
			{ countries: ["CH"], percent: 0 },
		],
	},
};

const lines: RequestedLine[] = [
	{ unitPriceCents: 1250, quantity: 2 },
	{ unitPriceCents: 999, quantity: 1 },
];

const stripeTax = (behaviour: "inclusive" | "exclusive"): PricingConfig => ({
	shipping: europe.shipping,
	tax: { mode: "stripe", behaviour },
});

describe("the totals of a checkout", () => {
	it("in this shop are quantity x price, whatever the country", () => {
		for (const country of ["", "US", "DE"]) {
			expect(orderTotals(lines, { country }, shopConfig)).toMatchObject({
				itemsCents: 3499,
				discountsCents: 0,
				shippingCents: 0,
				taxCents: 0,
				includedTaxCents: 0,
				totalCents: 3499,
				taxRate: 0,
				taxName: "",
				isTaxPending: false,
				savedShippingCents: 0,
			});
		}
	});

	it("with discounts are shipped and taxed by what is paid", () => {
		const discounted = [{ unitPriceCents: 5000, quantity: 1, discountCents: 200 }];
		const { itemsCents, discountsCents, shippingCents, includedTaxCents, totalCents } = orderTotals(
			discounted,
			{ country: "DE" },
			europe,
		);
		expect([itemsCents, discountsCents, shippingCents]).toEqual([5000, 200, 490]);
		expect([includedTaxCents, totalCents]).toEqual([845, 5290]);
		const free = orderTotals(discounted, { country: "AT", isShippingFree: true }, europe);
		expect([free.shippingCents, free.savedShippingCents]).toEqual([0, 950]);
		const everywhere = { ...europe.shipping, rates: [{ countries: "all" as const, price: 5 }] };
		const unknown = orderTotals(
			discounted,
			{ country: "", isShippingFree: true },
			{ shipping: everywhere, tax: { mode: "none" } },
		);
		expect([unknown.shippingCents, unknown.savedShippingCents]).toEqual([0, 500]);
	});

	it.each([
		["DE", 490, 637, "VAT 19%"],
		["AT", 950, 742, "VAT 20%"],
		["CH", 950, 0, "VAT 0%"],
	])("with included tax, to %s", (country, shippingCents, includedTaxCents, taxName) => {
		expect(orderTotals(lines, { country }, europe)).toMatchObject({
			itemsCents: 3499,
			shippingCents,
			taxCents: 0,
			includedTaxCents,
			totalCents: 3499 + shippingCents,
			taxRate: toTaxRate(taxPercent({ country }, europe.tax)),
			taxName,
			isTaxPending: false,
		});
	});

	it("with Stripe Tax wait for its result, which is on top or included", () => {
		const totals = (behaviour: "inclusive" | "exclusive", ...calculated: [number, number] | []) => {
			const [taxCents = 0, includedTaxCents = 0] = calculated;
			return orderTotals(
				lines,
				{ country: "DE" },
				stripeTax(behaviour),
				calculated.length === 0 ? undefined : { taxCents, includedTaxCents, taxRate: 0 },
			);
		};
		expect(totals("exclusive")).toMatchObject({
			totalCents: 3989,
			isTaxPending: true,
			taxName: "Tax",
		});
		expect(totals("exclusive", 758, 0)).toMatchObject({
			taxCents: 758,
			includedTaxCents: 0,
			totalCents: 4747,
			isTaxPending: false,
		});
		expect(totals("inclusive", 0, 637)).toMatchObject({
			taxCents: 0,
			includedTaxCents: 637,
			totalCents: 3989,
			isTaxPending: false,
		});
	});

	it("without Stripe Tax take no result of it", () => {
		const calculated = { taxCents: 999, includedTaxCents: 999, taxRate: 0 };
		const totals = orderTotals(lines, { country: "DE" }, europe, calculated);
		expect(totals).toEqual(orderTotals(lines, { country: "DE" }, europe));
	});

	it("are none where the shop does not ship to", () => {
		expect(() => orderTotals(lines, { country: "US" }, europe)).toThrow(
			expect.objectContaining({
				fields: { country: "We don't ship to this country: United States." },
			}),
		);
	});

	it.each<[string, Partial<PricingConfig>, boolean]>([
		["this shop", {}, true],
		["included tax at one rate", { tax: { mode: "included", label: "VAT", percent: 19 } }, true],
		["rates of tax by country", { tax: europe.tax }, false],
		["Stripe Tax", { tax: { mode: "stripe", behaviour: "inclusive" } }, false],
		[
			"shipping costs",
			{ shipping: { countries: "all", rates: [{ countries: "all", price: 5 }] } },
			false,
		],
		[
			"shipping costs to some countries",
			{
				shipping: {
					countries: "all",
					rates: [
						{ countries: ["DE"], price: 0 },
						{ countries: "all", price: 5 },
					],
				},
			},
			false,
		],
		[
			"few countries",
			{ shipping: { countries: ["DE"], rates: [{ countries: "all", price: 0 }] } },
			false,
		],
	])("with %s are by the items alone: %o %j", (_, changes, expected) => {
		const free: PricingConfig = {
			shipping: { countries: "all", rates: [{ countries: "all", price: 0 }] },
			tax: { mode: "none" },
		};
		expect(isTotalByItemsAlone({ ...free, ...changes })).toBe(expected);
	});

	it.each([
		[0, false],
		[49, false],
		[50, true],
		[99_999_999, true],
		[100_000_000, false],
	])("of %i are charged by Stripe: %j", (total, isCharged) => {
		expect(totalError(total)).toBe(
			isCharged ? undefined : "An order must total between $0.50 and $999,999.99.",
		);
	});
});

describe("the shares of a checkout's orders", () => {
	const total = (amounts: readonly LineShare[], field: keyof LineShare) =>
		amounts.reduce((sum, amount) => sum + amount[field], 0);

	it("divide shipping and tax by what the items cost", () => {
		const totals = orderTotals(lines, { country: "DE" }, europe);
		expect(sharesOfLines(totals, [2500, 999])).toEqual([
			{
				itemsCents: 2500,
				shippingCents: 350,
				taxCents: 0,
				includedTaxCents: 455,
				totalCents: 2850,
			},
			{ itemsCents: 999, shippingCents: 140, taxCents: 0, includedTaxCents: 182, totalCents: 1139 },
		]);
	});

	it("can each be refunded where Stripe's amounts end in 0", () => {
		const amounts = { itemsCents: 30_000, shippingCents: 1000, taxCents: 1990, totalCents: 32_990 };
		const shares = sharesOfLines({ ...amounts, includedTaxCents: 0 }, [10_000, 10_000, 10_000], 10);
		expect(shares.map(({ totalCents }) => totalCents)).toEqual([11_010, 10_990, 10_990]);
	});

	it("add up to the checkout, and include no more tax than they cost", () => {
		const line = fc
			.record({
				unitPriceCents: fc.integer({ min: 1, max: 99_999_999 }),
				quantity: fc.integer({ min: 1, max: 1000 }),
				off: fc.nat({ max: 99 }),
			})
			.map(({ off, ...bought }) => ({
				...bought,
				discountCents: Math.floor((bought.unitPriceCents * off) / 100),
			}));
		const orders = fc.record({
			bought: fc.array(line, { minLength: 1, maxLength: 50 }),
			country: fc.constantFrom("DE", "AT", "CH", "NL"),
			taxCents: fc.nat({ max: 10_000_000 }),
			mode: fc.constantFrom<"included" | "exclusive">("included", "exclusive"),
		});
		fc.assert(
			fc.property(orders, ({ bought, country, taxCents, mode }) => {
				const calculated = { taxCents, includedTaxCents: 0, taxRate: 0 };
				const totals =
					mode === "included"
						? orderTotals(bought, { country }, europe)
						: orderTotals(bought, { country }, stripeTax("exclusive"), calculated);
				const shares = sharesOfLines(totals, bought.map(lineCents));
				expect(total(shares, "itemsCents")).toBe(totals.itemsCents - totals.discountsCents);
				for (const field of [
					"shippingCents",
					"taxCents",
					"includedTaxCents",
					"totalCents",
				] as const)
					expect(total(shares, field)).toBe(totals[field]);
				for (const share of shares) {
					expect(share.includedTaxCents).toBeLessThanOrEqual(share.totalCents);
					expect(share.totalCents).toBe(share.itemsCents + share.shippingCents + share.taxCents);
				}
			}),
		);
	});
});
