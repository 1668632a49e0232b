/** Gift cards and store credit as means of payment: their codes, and what they pay of an order. Runs in the Worker and the browser. */
import { minChargeCents, smallestCents } from "../../config/config.ts";

/** Letters and digits that nobody takes for another. */
export const codeLetters = "ABCDEFGHJKLMNPQRTUVWXYZ234679";

/** Letters of a code: 29^20 is above 2^97. */
export const giftCodeLength = 20;

/** A code as it is written, in fives of four letters. No code that the shop makes for an offer looks like it. */
export const giftCodePattern = new RegExp(`^[${codeLetters}]{4}(-[${codeLetters}]{4}){4}$`);

const inText = new RegExp(giftCodePattern.source.slice(1, -1));

/** The code of a gift card in what was typed, in capitals, and the rest. */
export function giftCodeIn(typed: string): { giftCode: string; rest: string } {
	const text = typed.toUpperCase();
	const [giftCode = ""] = inText.exec(text) ?? [];
	return { giftCode, rest: giftCode === "" ? text : text.replace(giftCode, "") };
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
