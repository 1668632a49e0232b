/** The kinds of gift cards and of their entries. Imports nothing, because the tables need them. */

/** A card with a code that anybody may use, or credit: of an account, or of a guest by a code. */
export const giftCardKinds = ["gift_card", "store_credit"] as const;
export type GiftCardKind = (typeof giftCardKinds)[number];

/**
 * Why the balance of a card changed: it was issued, an order spent it, an order that was not paid returned it, a refund went
 * onto it, it expired, staff corrected it, it was itself refunded, or that refund failed.
 */
export const entryReasons = [
	"issued",
	"spent",
	"returned",
	"refunded",
	"expired",
	"adjusted",
	"taken_back",
	"given_back",
] as const;

/** The longest message to who gets gift cards, in characters. */
export const maxGiftMessage = 300;

/** How often a buyer can e-mail gift cards again to who gets them. */
export const maxGiftsAgain = 3;

/** A code that a gift card for sale will have, as the database has it: its SHA-256, and its last letters. */
export interface GiftCode {
	hash: string;
	end: string;
}
