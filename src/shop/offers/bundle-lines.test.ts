/** Lines of bundles: together they cost the bundle's price, to the smallest amount, whatever offers take off. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredPart } from "../tools/stored-part.ts";
import { divideDiscounts, linesOfBundle, piecesByTool, unitsOf } from "./bundle-lines.ts";

const part = (id: string, quantity: number, cents: number): StoredPart => ({
	id,
	quantity,
	name: id,
	slug: null,
	image: "",
	priceCents: cents,
	minOrderQuantity: 1,
});
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const costs = ({ unitPriceCents, quantity }: { unitPriceCents: number; quantity: number }) =>
	unitPriceCents * quantity;

const kit = { name: "Kit", parts: [part("a", 1, 1000), part("b", 2, 333)] };

describe("the lines of a bundle", () => {
	it("cost what it costs, in shares of what their tools cost", () => {
		const lines = linesOfBundle({ toolId: "kit", unitPriceCents: 1500, quantity: 2 }, kit, 1);
		expect(lines).toMatchObject([
			{ toolId: "a", quantity: 2, unitPriceCents: 1000, bundleDiscountCents: 199 },
			{ toolId: "b", quantity: 4, unitPriceCents: 333, bundleDiscountCents: 133 },
		]);
		expect(unitsOf(lines)).toMatchObject([{ toolId: "kit", unitPriceCents: 1500, quantity: 2 }]);
	});

	it("stand beside those of the same tool that is sold alone", () => {
		const alone = { toolId: "a", unitPriceCents: 1000, quantity: 3 };
		const inKit = linesOfBundle({ toolId: "kit", unitPriceCents: 1500, quantity: 1 }, kit, 1);
		expect(unitsOf([alone, ...inKit]).map(({ toolId }) => toolId)).toEqual(["a", "kit"]);
		expect(piecesByTool([alone, ...inKit])).toEqual([
			{ toolId: "a", quantity: 4 },
			{ toolId: "b", quantity: 2 },
		]);
	});

	it("add up, and none is free, for any parts, price, discount and smallest amount", () => {
		const drawn = fc.record({
			smallest: fc.constantFrom(1, 10, 100),
			quantity: fc.integer({ min: 1, max: 50 }),
			parts: fc.array(
				fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99_999 })),
				{
					minLength: 1,
					maxLength: 20,
				},
			),
			priceShare: fc.double({ min: 0, max: 1, noNaN: true }),
			discountShare: fc.double({ min: 0, max: 1, noNaN: true }),
		});
		fc.assert(
			fc.property(drawn, ({ smallest, quantity, parts, priceShare, discountShare }) => {
				const stored = parts.map(([pieces, units], index) =>
					part(`${index}`, pieces, units * smallest),
				);
				const most =
					sum(stored.map(({ quantity, priceCents }) => quantity * priceCents)) / smallest;
				const least = stored.length;
				const unitPriceCents = Math.round(least + (most - least) * priceShare) * smallest;
				const sold = { toolId: "kit", unitPriceCents, quantity };
				const units = unitsOf(linesOfBundle(sold, { name: "Kit", parts: stored }, smallest));
				expect(units).toMatchObject([sold]);
				const free = (unitPriceCents * quantity) / smallest - least;
				const discount = Math.floor(free * discountShare) * smallest;
				const lines = divideDiscounts(units, [discount], smallest);
				const left = lines.map((line) => costs(line) - line.discountCents);
				expect(sum(left)).toBe(unitPriceCents * quantity - discount);
				expect(Math.min(...left)).toBeGreaterThanOrEqual(smallest);
				expect(left.every((cents) => cents % smallest === 0)).toBe(true);
			}),
		);
	});
});
