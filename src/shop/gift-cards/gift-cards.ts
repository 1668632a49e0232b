/** Gift cards and store credit as means of payment: their codes, and what they pay of an order. Runs in the Worker and the browser. */
import { minChargeCents, smallestCents } from "../../config/config.ts";
import { pasted } from "../../values/pasted.ts";

/** Letters and digits that nobody takes for another. */
export const codeLetters = "ABCDEFGHJKLMNPQRTUVWXYZ234679";

/** Letters of a code: 29^20 is above 2^97. */
export const giftCodeLength = 20;

/** Twenty letters, as a code is written: in fours, with a hyphen between two. No code of an offer has them. */
const written = new RegExp(`^${"([A-Z0-9]{4})".repeat(giftCodeLength / 4)}$`);

const isGiftCode = (letters: string): boolean =>
	written.test(letters) && [...letters].every((letter) => codeLetters.includes(letter));

/** What was typed in capitals, part by part, as blanks and commas divide it. */
const partsOf = (typed: string): string[] =>
	pasted(typed)
		.toUpperCase()
		.split(/[\s,;]+/);

const lettersOf = (parts: readonly string[]): string =>
	parts.join("").replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The code of a gift card in what was typed, however its letters are grouped, as it is written; and the rest, in capitals. */
export function giftCodeIn(typed: string): { giftCode: string; rest: string } {
	const parts = partsOf(typed);
	// The code of an offer may stand beside it: what is together counts before what is apart.
	for (let length = 1; length <= Math.min(parts.length, giftCodeLength); length++) {
		for (let start = 0; start + length <= parts.length; start++) {
			const letters = lettersOf(parts.slice(start, start + length));
			if (!isGiftCode(letters)) continue;
			const rest = parts.toSpliced(start, length).join(" ");
			return { giftCode: letters.replace(written, "$1-$2-$3-$4-$5"), rest };
		}
	}
	return { giftCode: "", rest: parts.join(" ") };
}

/** The letters that no gift card's code has, of what was typed as one; none if it is not as long as one. */
export function wrongGiftLetters(typed: string): string[] {
	const letters = lettersOf(partsOf(typed));
	if (!written.test(letters)) return [];
	return [...new Set(letters)].filter((letter) => !codeLetters.includes(letter));
}

/**
 * What a card pays of a total: all, or so much that Stripe can charge the rest. Nothing of the gift cards that the order
 * buys: whoever finds a code could make another of it before that is disabled.
 */
export function paidByCards(
	availableCents: number,
	totalCents: number,
	boughtCardsCents = 0,
): number {
	if (boughtCardsCents === 0 && availableCents >= totalCents) return totalCents;
	const rest = Math.max(boughtCardsCents, minChargeCents);
	const most = Math.min(availableCents, totalCents - rest);
	return Math.max(Math.floor(most / smallestCents) * smallestCents, 0);
}

/** What Stripe is asked for: the total less what cards pay. */
export const chargedCents = ({
	totalCents,
	giftCardCents,
}: {
	totalCents: number;
	giftCardCents: number;
}): number => totalCents - giftCardCents;

const cardsPrefix = "cards-";

/** What stands for a payment at Stripe in an order that cards pay in full. */
export const paymentByCards = (orderId: string): string => cardsPrefix + orderId;

/** Whether an order was paid without Stripe. */
export const isPaidByCards = (transactionId: string): boolean =>
	transactionId.startsWith(cardsPrefix);
