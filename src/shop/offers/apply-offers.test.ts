/** What offers take off an order: each action and condition, and what holds for all of them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCents } from "../../values/money.ts";
import { applyOffers, whyNothing } from "./apply-offers.ts";
import { conditionNames } from "./conditions.ts";
import type { OfferInForce, OfferLine, OfferTerms } from "./offer-terms.ts";

const line = (
	unitPriceCents: number,
	quantity: number,
	facts: Partial<OfferLine["facts"]> = {},
): OfferLine => ({
	unitPriceCents,
	quantity,
	facts: {
		toolId: "t",
		category: null,
		maker: null,
		family: null,
		jobs: [],
		isOnSale: false,
		...facts,
	},
});

const offer = (
	id: string,
	action: OfferTerms["action"],
	conditions: OfferTerms["conditions"] = {},
	combines = false,
): OfferInForce => ({ id, label: id, code: null, terms: { action, conditions, combines } });

const percent = (value: number) => ({ type: "percent", value }) as const;
const discountsOf = (lines: OfferLine[], ...offers: OfferInForce[]) =>
	applyOffers(lines, offers, 1).discounts;

describe("actions", () => {
	const lines = [line(1000, 2), line(333, 1)];
	it.each<[OfferTerms["action"], number[]]>([
		[percent(10), [200, 33]],
		[{ type: "amount", value: 500 }, [429, 71]],
		[{ type: "amount", value: 99_999 }, [1999, 332]],
		// The cheapest of three is free, and both lines share that.
		[{ type: "payFor", value: { pieces: 3, pay: 2 } }, [285, 48]],
		[{ type: "freeShipping", value: true }, [0, 0]],
	])("%j", (action, expected) => {
		expect(discountsOf(lines, offer("a", action))).toEqual(expected);
	});

	it("free shipping says so", () => {
		const { isShippingFree, applied } = applyOffers(lines, [
			offer("ship", { type: "freeShipping", value: true }),
		]);
		expect([isShippingFree, applied.map(({ offer }) => offer.id)]).toEqual([true, ["ship"]]);
	});

	it("amounts are multiples of what can be charged", () => {
		const { discounts } = applyOffers([line(1500, 1)], [offer("a", percent(33))], 100);
		expect(discounts).toEqual([500]);
	});
});

describe("conditions", () => {
	it.each<[OfferTerms["conditions"], Partial<OfferLine["facts"]>, boolean]>([
		[{ categories: ["chain"] }, { category: "chain" }, true],
		[{ categories: ["chain"] }, { category: "wheels" }, false],
		[{ makers: ["Park"] }, { maker: "PARK" }, true],
		[{ makers: ["Park"] }, {}, false],
		[{ tools: ["f"] }, { family: "f" }, true],
		[{ tools: ["x"] }, { toolId: "x" }, true],
		[{ jobs: ["chain"] }, { jobs: ["wheel", "chain"] }, true],
		[{ withoutSales: true }, { isOnSale: true }, false],
		[{ withoutSales: false }, { isOnSale: true }, true],
		[{ minPieces: 2 }, {}, true],
		[{ minPieces: 3 }, {}, false],
		[{ minCents: 2000 }, {}, true],
		[{ minCents: 2001 }, {}, false],
		[{ categories: ["chain"], minPieces: 3 }, { category: "chain" }, false],
	])("%j of %j", (conditions, facts, applies) => {
		const [discount = 0] = discountsOf([line(1000, 2, facts)], offer("a", percent(10), conditions));
		expect(discount > 0).toBe(applies);
	});

	it("pieces are those of what the offer is about, the value is that of the order", () => {
		const lines = [line(1000, 2, { category: "chain" }), line(1000, 5)];
		const chain = { categories: ["chain"] };
		expect(discountsOf(lines, offer("a", percent(10), { ...chain, minPieces: 3 }))).toEqual([0, 0]);
		expect(discountsOf(lines, offer("a", percent(10), { ...chain, minCents: 7000 }))).toEqual([
			200, 0,
		]);
	});
});

describe("what an order lacks for an offer", () => {
	const chain = { category: "chain-tools", maker: "Parkside" };
	const lines = [line(1000, 2, chain)];
	const cases: Record<string, [OfferTerms["conditions"], string]> = {
		categories: [
			{ categories: ["cone-wrenches"] },
			"This code is for tools in “cone wrenches”. Add one, or remove the code.",
		],
		makers: [
			{ makers: ["Cog", "Nobody"] },
			"This code is for tools from Cog or Nobody. Add one, or remove the code.",
		],
		tools: [
			{ tools: ["x"] },
			"This code is for tools we chose for it. Add one, or remove the code.",
		],
		jobs: [
			{ jobs: ["true-a-wheel"] },
			"This code is for tools for the job “true a wheel”. Add one, or remove the code.",
		],
		withoutSales: [
			{ withoutSales: true },
			"This code is for tools that aren't on sale. Add one, or remove the code.",
		],
		minPieces: [
			{ minPieces: 3, categories: ["chain-tools"] },
			"This code needs 3 tools in “chain tools”: add 1 more.",
		],
		minCents: [
			{ minCents: 2410 },
			`This code is for orders from ${formatCents(2410)}: add tools for ${formatCents(410)} more.`,
		],
	};
	const names = { "cone-wrenches": "Cone & pedal wrenches", x: "Chain whip", y: "Cog" };
	const named: [OfferTerms["conditions"], string][] = [
		[
			{ categories: ["cone-wrenches"] },
			"This code is for tools in “Cone & pedal wrenches”. Add one, or remove the code.",
		],
		[
			{ tools: ["x", "y"] },
			"This code is for tools named “Chain whip” or “Cog”. Add one, or remove the code.",
		],
		[{ tools: ["x"], minPieces: 2 }, "This code needs 2 tools named “Chain whip”: add 2 more."],
		[
			{ makers: ["Parkside"], minCents: 2410 },
			`This code is for tools from Parkside, in orders from ${formatCents(2410)}: add ${formatCents(410)} more of these or other tools.`,
		],
		[
			{ makers: ["Cog"], minCents: 2410 },
			`This code is for tools from Cog. Add one, or remove the code. This code is for orders from ${formatCents(2410)}: add tools for ${formatCents(410)} more.`,
		],
	];
	it.each(named)("names what %j is of, and how much is missing", (conditions, said) => {
		expect(whyNothing({ ...offer("a", percent(10), conditions), names }, lines)).toBe(said);
	});

	it.each(conditionNames)("is said for %s", (name) => {
		const [conditions, said] = cases[name] ?? [{}, ""];
		const onSale = [line(1000, 2, { ...chain, isOnSale: true })];
		const goods = name === "withoutSales" ? onSale : lines;
		expect(whyNothing(offer("a", percent(10), conditions), goods)).toBe(said);
		expect(applyOffers(goods, [offer("a", percent(10), conditions)]).applied).toEqual([]);
	});

	it("is said of several conditions, of what the action needs, and of gift cards", () => {
		const both = { minPieces: 5, minCents: 2410, categories: ["cone-wrenches"] };
		const all = whyNothing(offer("a", percent(10), both), lines);
		for (const part of ["5 tools in “cone wrenches”: add 5 more", formatCents(410)])
			expect(all).toContain(part);
		const threeForTwo = { type: "payFor", value: { pieces: 3, pay: 2 } } as const;
		expect(whyNothing(offer("a", threeForTwo), lines)).toBe("This code needs 3 tools: add 1 more.");
		expect(whyNothing(offer("a", threeForTwo), [line(1000, 3)])).toMatch(/already pay less/);
		const card = line(1000, 1, { isGiftCard: true });
		expect(whyNothing(offer("a", percent(10)), [card])).toMatch(/gift cards/);
	});
});

describe("several offers", () => {
	const lines = [line(1000, 1, { category: "chain" }), line(1000, 1)];
	const chain = offer("chain", percent(20), { categories: ["chain"] });

	it("a line has the best one", () => {
		expect(discountsOf(lines, chain, offer("all", percent(10)))).toEqual([200, 100]);
	});

	it("one that combines comes on top of what is left", () => {
		expect(discountsOf(lines, chain, offer("all", percent(10), {}, true))).toEqual([280, 100]);
	});
});

const someLine = fc
	.tuple(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 9 }), fc.nat({ max: 2 }))
	.map(([cents, quantity, kind]) =>
		line(cents * 10, quantity, { category: `c${kind}`, isOnSale: kind === 2 }),
	);
const someAction = fc.oneof(
	fc.integer({ min: 1, max: 900 }).map((tenths) => percent(tenths / 10)),
	fc.integer({ min: 1, max: 50_000 }).map((value) => ({ type: "amount", value }) as const),
	fc
		.tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 4 }))
		.filter(([pieces, pay]) => pay < pieces)
		.map(([pieces, pay]) => ({ type: "payFor", value: { pieces, pay } }) as const),
	fc.constant({ type: "freeShipping", value: true } as const),
);
const someConditions = fc.record(
	{
		categories: fc.nat({ max: 2 }).map((kind) => [`c${kind}`]),
		withoutSales: fc.boolean(),
		minPieces: fc.integer({ min: 1, max: 12 }),
		minCents: fc.integer({ min: 1, max: 100_000 }),
	},
	{ requiredKeys: [] },
);
const someOffers = fc
	.array(fc.tuple(someAction, someConditions, fc.boolean()), { maxLength: 6 })
	.map((all) =>
		all.map(([action, conditions, combines], n) => offer(`o${n}`, action, conditions, combines)),
	);

describe("whatever the offers", () => {
	it.each([1, 10])("amounts add up, are multiples of %i, and no line becomes free", (smallest) => {
		fc.assert(
			fc.property(fc.array(someLine, { minLength: 1 }), someOffers, (lines, offers) => {
				const { discounts, applied } = applyOffers(lines, offers, smallest);
				const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
				expect(sum(applied.map(({ cents }) => cents))).toBe(sum(discounts));
				for (const [place, discount] of discounts.entries()) {
					const { unitPriceCents = 0, quantity = 0 } = lines[place] ?? {};
					expect(discount).toBeGreaterThanOrEqual(0);
					expect(discount).toBeLessThanOrEqual(unitPriceCents * quantity - smallest);
					expect(discount % smallest).toBe(0);
				}
			}),
		);
	});

	it("their order does not matter", () => {
		fc.assert(
			fc.property(
				fc.array(someLine, { minLength: 1 }),
				someOffers.chain((all) =>
					fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
				),
				(lines, [offers, shuffled]) => {
					expect(applyOffers(lines, shuffled)).toEqual(applyOffers(lines, offers));
				},
			),
		);
	});

	it("one more that does not combine never costs the customer more", () => {
		fc.assert(
			fc.property(fc.array(someLine, { minLength: 1 }), someOffers, (lines, offers) => {
				const single = offers.map((one) => ({ ...one, terms: { ...one.terms, combines: false } }));
				const sum = (some: OfferInForce[]) =>
					applyOffers(lines, some).discounts.reduce((total, one) => total + one, 0);
				expect(sum(single)).toBeGreaterThanOrEqual(sum(single.slice(1)));
			}),
		);
	});
});
