import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "./allocate.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Amounts up to an order of fifty lines at the largest charge. */
const cents = fc.oneof(
	fc.integer({ min: 0, max: 1000 }),
	fc.integer({ min: 0, max: 50 * 99_999_999 }),
);

describe("allocating an amount", () => {
	it.each([
		[100, [1, 1, 1], [34, 33, 33]],
		[100, [1, 2], [33, 67]],
		[1, [1, 1], [1, 0]],
		[2, [50, 30, 20], [1, 1, 0]],
		[5, [0, 3, 0, 2], [0, 3, 0, 2]],
		[7, [0, 0], [4, 3]],
		[0, [3, 4], [0, 0]],
		[9, [], []],
		[99_999_999, [99_999_999, 99_999_998], [50_000_000, 49_999_999]],
	])("of %i by %j gives %j", (amount, weights, shares) => {
		expect(allocate(amount, weights)).toEqual(shares);
	});

	it("adds up to the amount, each share within a cent of its exact part", () => {
		const weights = fc.array(cents, { minLength: 1, maxLength: 50 });
		fc.assert(
			fc.property(cents, weights, (amount, lines) => {
				const shares = allocate(amount, lines);
				expect(sum(shares)).toBe(amount);
				const total = sum(lines);
				if (total === 0) return;
				for (const [index, share] of shares.entries()) {
					const product = BigInt(amount) * BigInt(lines[index] ?? 0);
					const [floor, remainder] = [product / BigInt(total), product % BigInt(total)];
					expect([0n, remainder === 0n ? 0n : 1n]).toContain(BigInt(share) - floor);
				}
			}),
		);
	});

	it("never gives a larger line less", () => {
		const weights = fc.array(cents, { minLength: 2, maxLength: 10 });
		fc.assert(
			fc.property(cents, weights, (amount, lines) => {
				const sorted = lines.toSorted((a, b) => b - a);
				const shares = allocate(amount, sorted);
				expect(shares).toEqual(shares.toSorted((a, b) => b - a));
			}),
		);
	});
});
