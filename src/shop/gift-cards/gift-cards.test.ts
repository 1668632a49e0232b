/** What cards pay of a total, and what a code looks like. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { minChargeCents, smallestCents } from "../../config/config.ts";
import { codePattern } from "../offers/codes.ts";
import { newCode } from "../offers/new-code.server.ts";
import { codeLetters, giftCodeIn, paidByCards, wrongGiftLetters } from "./gift-cards.ts";

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
	expect([giftCodeIn(code).giftCode, codePattern.test(code)]).toEqual([code, true]);
	expect(giftCodeIn("SPRING-7QXTR4MHKA").giftCode).toBe("");
});

it("the letters of a card count, not how they are grouped", () => {
	const code = "7QXT-R4MH-KACD-EFGH-JKLM";
	for (const typed of [
		"7qxtr4mhkacdefghjklm",
		"7QXT R4MH KACD EFGH JKLM",
		"7QXT–R4MH–KACD–EFGH–JKLM",
		"7QXTR-4MHKA-CDEFG-HJKLM",
		" 7QXT.R4MH.KACD.EFGH.JKLM. ",
		"７ＱＸＴ-R4MH-KACD\u200b-EFGH-JKLM",
	])
		expect(giftCodeIn(typed)).toEqual({ giftCode: code, rest: "" });
	expect(giftCodeIn(`half ${code}`)).toEqual({ giftCode: code, rest: "HALF" });
	expect(giftCodeIn(`${code}, half-10`)).toEqual({ giftCode: code, rest: "HALF-10" });
	expect(wrongGiftLetters("7QXT-R4MH-KACD-EFGH-JK0O")).toEqual(["0", "O"]);
	expect(wrongGiftLetters("SUMMER10")).toEqual([]);
});

it("the shop makes no code of an offer that reads as that of a card", () => {
	for (const prefix of ["", "SPRING", "BLACKFRDAY", "ABCDE-FGHJK"])
		expect(giftCodeIn(newCode(prefix)).giftCode).toBe("");
});
