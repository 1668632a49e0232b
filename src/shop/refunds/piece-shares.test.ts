import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { type LineLeft, leftCents, minus, type RefundPart } from "./divide-refund.ts";
import { type ArrivedLine, divideReturn, returnSums } from "./piece-shares.ts";

const line = (itemsCents: number, more: Partial<LineLeft> = {}): LineLeft => ({
	lineId: "a",
	itemsCents,
	shippingCents: 0,
	taxCents: 0,
	includedTaxCents: 0,
	...more,
});
const arrived = (paid: LineLeft, quantity: number, received: number, left = paid): ArrivedLine => ({
	paid,
	left,
	quantity,
	before: 0,
	received,
});
const all = { shipping: false };

it("is the share of the pieces, with their tax and without shipping", () => {
	const paid = line(3000, { shippingCents: 500, taxCents: 350 });
	// The tax of 3,000 is 300, that of shipping 50.
	expect(divideReturn([arrived(paid, 3, 2)], all)).toMatchObject([
		{ amountCents: 2200, shippingCents: 0, taxCents: 200 },
	]);
	expect(divideReturn([arrived(paid, 3, 3)], { shipping: true })).toMatchObject([
		{ amountCents: 3850, shippingCents: 500, taxCents: 350 },
	]);
	// The first two pieces have 333 of the 500.
	expect(returnSums([arrived(paid, 3, 2)])).toEqual({ pieces: 2200, shipping: 333 + 33 });
});

it("offers each piece of an order the same share of its shipping, whatever its line's price has borne of that", () => {
	const dear = line(7000, { lineId: "dear", shippingCents: 319, taxCents: 439 });
	const cheap = line(2860, { lineId: "cheap", shippingCents: 131, taxCents: 179 });
	// 4.50 and its tax of 6 % for three pieces: 1.59 for one, where the line alone has 3.38.
	expect(returnSums([arrived(dear, 1, 1), arrived(cheap, 2, 0)]).shipping).toBe(159);
	expect(returnSums([arrived(dear, 1, 0), arrived(cheap, 2, 2)]).shipping).toBe(318);
	const parts = divideReturn([arrived(dear, 1, 0), arrived(cheap, 2, 2)], { shipping: true });
	expect(parts).toMatchObject([
		{ lineId: "cheap", amountCents: 2860 + 171 + 139, shippingCents: 131 },
		{ lineId: "dear", amountCents: 179, shippingCents: 169 },
	]);
});

it("gives back exactly what an order has paid, its pieces returned one after the other in any order", () => {
	const cents = fc.nat({ max: 50_000 });
	const paidLine = fc.record({
		paid: fc.record({
			itemsCents: cents,
			shippingCents: cents,
			taxCents: cents,
			includedTaxCents: fc.constant(0),
		}),
		quantity: fc.integer({ min: 1, max: 5 }),
	});
	const order = fc
		.array(paidLine, { minLength: 1, maxLength: 4 })
		.map((lines) => lines.map((one, id) => ({ ...one, paid: { ...one.paid, lineId: `${id}` } })));
	const pieces = order.chain((lines) => {
		const all = lines.flatMap(({ paid, quantity }) => Array(quantity).fill(paid.lineId));
		return fc.tuple(
			fc.constant(lines),
			fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
		);
	});
	fc.assert(
		fc.property(pieces, ([lines, returned]) => {
			let now = lines.map(({ paid, quantity }) => arrived(paid, quantity, 0));
			for (const lineId of returned) {
				const asked = now.map((one) => ({ ...one, received: Number(one.paid.lineId === lineId) }));
				const parts = divideReturn(asked, { shipping: true });
				now = asked.map(({ left, before, received, ...one }) => {
					const part = parts.find((each) => each.lineId === left.lineId);
					const rest = part ? minus(left, part) : left;
					return { ...one, left: rest, before: before + received, received: 0 };
				});
			}
			for (const { left } of now)
				expect(left).toMatchObject({ itemsCents: 0, shippingCents: 0, taxCents: 0 });
		}),
	);
});

it("is the same for all pieces of a line, one return after the other", () => {
	const paid = line(3000, { taxCents: 500 });
	const costs = [0, 1, 2].map((before) => returnSums([{ ...arrived(paid, 3, 1), before }]).pieces);
	expect(costs).toEqual([1167, 1166, 1167]);
});

it("is less if the shop says so, never more, and nothing of what has not arrived", () => {
	const paid = line(1000);
	expect(divideReturn([arrived(paid, 2, 1)], { ...all, amount: 300 })).toMatchObject([
		{ amountCents: 300 },
	]);
	expect(divideReturn([arrived(paid, 2, 1)], { ...all, amount: 501 })).toEqual([]);
	expect(divideReturn([arrived(paid, 2, 0)], { shipping: true })).toEqual([]);
	// Refunded in part before.
	expect(divideReturn([arrived(paid, 2, 2, line(400))], all)).toMatchObject([{ amountCents: 400 }]);
});

it("adds up to what was asked for, and takes no more of a line than is left of each of its parts", () => {
	const cents = fc.nat({ max: 100_000 });
	const paidLine = fc
		.record({
			itemsCents: cents,
			shippingCents: cents,
			taxCents: cents,
			includedTaxCents: fc.constant(0),
		})
		.map((parts): LineLeft => ({ lineId: "", ...parts }));
	const one = fc
		.tuple(paidLine, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 9 }))
		.map(([paid, quantity, received]) => arrived(paid, quantity, Math.min(received, quantity)));
	fc.assert(
		fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), fc.boolean(), (lines, shipping) => {
			const named = lines.map((each, index) => {
				const paid = { ...each.paid, lineId: String(index) };
				return { ...each, paid, left: paid };
			});
			const parts = divideReturn(named, { shipping });
			const sums = returnSums(named);
			const total = parts.reduce((sum, part) => sum + part.amountCents, 0);
			expect(total).toBe(sums.pieces + (shipping ? sums.shipping : 0));
			for (const part of parts) {
				const { left } = named[Number(part.lineId)] ?? { left: line(0) };
				expect(part.amountCents).toBeLessThanOrEqual(leftCents(left));
				expect(part.shippingCents).toBeLessThanOrEqual(left.shippingCents);
				expect(part.taxCents).toBeLessThanOrEqual(left.taxCents);
			}
		}),
	);
});

it.each([10, 100])(
	"is a multiple of %i where Stripe refunds these, whatever was refunded before, and all of it at last",
	async (smallest) => {
		vi.resetModules();
		vi.doMock("../../config/config.ts", async (importOriginal) => ({
			...(await importOriginal<object>()),
			smallestCents: smallest,
		}));
		const { divideRefund } = await import("./divide-refund.ts");
		const { divideReturn, returnSums } = await import("./piece-shares.ts");
		vi.doUnmock("../../config/config.ts");
		const amount = fc.nat({ max: 5000 });
		const paidLine = fc.record({
			items: amount,
			shipping: amount,
			included: amount,
			quantity: fc.integer({ min: 1, max: 5 }),
		});
		const step = fc.record({
			line: fc.nat({ max: 3 }),
			pieces: fc.nat({ max: 5 }),
			shipping: fc.boolean(),
			part: fc.integer({ min: 1, max: 4 }),
			isAmount: fc.boolean(),
		});
		fc.assert(
			fc.property(
				fc.array(paidLine, { minLength: 1, maxLength: 4 }),
				fc.array(step, { maxLength: 12 }),
				(lines, steps) => {
					let now = lines.map(({ items, shipping, included, quantity }, id) => {
						const [itemsCents, shippingCents] = [items * smallest, shipping * smallest];
						const includedTaxCents = Math.min(included, itemsCents + shippingCents);
						// Tax on top is refused where Stripe charges multiples.
						const paid = line(itemsCents, { lineId: `${id}`, shippingCents, includedTaxCents });
						return arrived(paid, quantity, 0);
					});
					const refund = (parts: readonly RefundPart[]) => {
						for (const { amountCents } of parts) expect(amountCents % smallest).toBe(0);
						now = now.map(({ left, ...one }) => {
							const part = parts.find(({ lineId }) => lineId === left.lineId);
							return { ...one, left: part ? minus(left, part) : left };
						});
					};
					for (const { line: place, pieces, shipping, part, isAmount } of steps) {
						if (isAmount) {
							const left = now.reduce((sum, one) => sum + leftCents(one.left), 0);
							const cents = Math.floor(left / part / smallest) * smallest;
							refund(
								divideRefund(
									cents,
									now.map(({ left }) => left),
								),
							);
							continue;
						}
						const asked = now.map((one, index) => ({
							...one,
							received: index === place ? Math.min(pieces, one.quantity - one.before) : 0,
						}));
						const sums = returnSums(asked);
						expect([sums.pieces % smallest, sums.shipping % smallest]).toEqual([0, 0]);
						refund(divideReturn(asked, { shipping }));
						now = now.map((one, index) => ({
							...one,
							before: one.before + (asked[index]?.received ?? 0),
						}));
					}
					refund(
						divideRefund(
							undefined,
							now.map(({ left }) => left),
						),
					);
					for (const { left } of now) expect(leftCents(left)).toBe(0);
				},
			),
		);
	},
);
