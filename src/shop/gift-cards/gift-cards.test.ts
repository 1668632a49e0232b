/** What cards pay of a total, and what a code looks like. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { minChargeCents, smallestCents } from "../../config/config.ts";
import { codePattern } from "../offers/codes.ts";
import { codeLetters, giftCodePattern, paidByCards } from "./gift-cards.ts";

it("cards pay all, or leave what Stripe can charge", () => {
	const cents = fc.integer({ min: 0, max: 100_000 });
	fc.assert(
		fc.property(cents, cents, (available, more) => {
			const total = minChargeCents + more;
			const paid = paidByCards(available, total);
			expect(paid).toBeLessThanOrEqual(Math.min(available, total));
			expect(paid === total || total - paid >= minChargeCents).toBe(true);
			expect(paid === total || paid % smallestCents === 0).toBe(true);
			if (available >= total) expect(paid).toBe(total);
		}),
	);
});

it("the code of a card may be typed where the code of an offer is", () => {
	const code = Array.from({ length: 5 }, () => codeLetters.slice(0, 4)).join("-");
	expect([giftCodePattern.test(code), codePattern.test(code)]).toEqual([true, true]);
	expect(giftCodePattern.test("SPRING-7QXTR4MHKA")).toBe(false);
});
