import { describe, expect, it } from "vitest";
import {
	divideRefund,
	type LineLeft,
	leftCents,
	minus,
	type RefundPart,
	shippingLeft,
	splitRefund,
} from "./divide-refund.ts";

/** A sequence of numbers below a bound, the same in every run (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * below);
	};
}

const someLine = (next: (below: number) => number, index: number): LineLeft => {
	const itemsCents = next(3) === 0 ? next(3) : next(100_000);
	const shippingCents = next(2) * next(1500);
	const taxed = itemsCents + shippingCents;
	return {
		lineId: `line ${index}`,
		itemsCents,
		shippingCents,
		taxCents: next(2) * next(taxed + 1),
		includedTaxCents: next(2) * next(taxed + 1),
	};
};

const sumOf = (parts: readonly RefundPart[]) =>
	parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

describe("refund after refund of any order", () => {
	it.each(Array.from({ length: 200 }, (_, seed) => seed))(
		"adds up to the cent (seed %i)",
		(seed) => {
			const next = numbers(seed + 1);
			let lines = Array.from({ length: 1 + next(5) }, (_, index) => someLine(next, index));
			for (let round = 0; round < 8; round += 1) {
				const left = lines.reduce((sum, line) => sum + leftCents(line), 0);
				const isShipping = next(4) === 0;
				const amount = round === 7 ? undefined : next(left + 1);
				const parts = isShipping && round < 7 ? shippingLeft(lines) : divideRefund(amount, lines);
				if (!isShipping || round === 7) expect(sumOf(parts)).toBe(amount ?? left);
				else
					expect(parts.reduce((sum, part) => sum + part.shippingCents, 0)).toBe(
						lines.reduce((sum, line) => sum + line.shippingCents, 0),
					);
				for (const part of parts) {
					expect(part.amountCents).toBeGreaterThan(0);
					expect(part.shippingCents + part.taxCents).toBeLessThanOrEqual(part.amountCents);
					expect(part.includedTaxCents).toBeLessThanOrEqual(part.amountCents - part.taxCents);
				}
				lines = lines.map((line) =>
					parts.filter(({ lineId }) => lineId === line.lineId).reduce(minus, line),
				);
				for (const { lineId, ...cents } of lines)
					for (const [name, value] of Object.entries(cents))
						expect(value, `${name} of ${lineId}`).toBeGreaterThanOrEqual(0);
			}
			expect(lines.reduce((sum, line) => sum + leftCents(line), 0)).toBe(0);
		},
	);
});

it.each(Array.from({ length: 100 }, (_, seed) => seed))(
	"the ways by which a refund goes back add up to it, part by part (seed %i)",
	(seed) => {
		const next = numbers(seed + 1);
		const lines = Array.from({ length: 1 + next(5) }, (_, index) => someLine(next, index));
		const parts = divideRefund(undefined, lines);
		const ways = [null, "card", "credit"].map((giftCardId) => ({
			giftCardId,
			cents: next(sumOf(parts) + 1),
		}));
		const split = splitRefund(parts, ways);
		for (const [index, { giftCardId, parts: some }] of split.entries()) {
			const way = ways.find((one) => one.giftCardId === giftCardId);
			if (giftCardId !== "credit") expect(sumOf(some)).toBeLessThanOrEqual(way?.cents ?? 0);
			expect(sumOf(some), `way ${index}`).toBeGreaterThan(0);
		}
		for (const { lineId, ...amounts } of parts) {
			const ofLine = split.flatMap((way) => way.parts.filter((part) => part.lineId === lineId));
			for (const name of Object.keys(amounts) as (keyof typeof amounts)[])
				expect(
					ofLine.reduce((sum, part) => sum + part[name], 0),
					name,
				).toBe(amounts[name]);
		}
	},
);

it("more than is left, and nothing, can't be refunded", () => {
	const line = { lineId: "a", itemsCents: 10, shippingCents: 5, taxCents: 0, includedTaxCents: 0 };
	expect([16, 0, -1].map((cents) => divideRefund(cents, [line]))).toEqual([[], [], []]);
	expect(divideRefund(undefined, [])).toEqual([]);
	expect(shippingLeft([{ ...line, shippingCents: 0 }])).toEqual([]);
});
