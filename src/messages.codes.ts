/** What customers read of offers and their codes, in cart, checkout and orders. */
import { listOf } from "./messages.numbers.ts";

export const codes = {
	label: "Code",
	fold: "Use a code",
	apply: "Apply",
	remove: "Remove the code",
	unknown: "There is no such code. Check how it is written.",
	/** Of a code as long as that of a gift card. */
	unknownWithLetters: (letters: readonly string[]) =>
		`There is no such code. A gift card's code never has ${listOf(letters, "disjunction")}: check ${letters.length === 1 ? "it" : "them"}.`,
} as const;

/** Why a code that there is does not work, and what to do. */
export const codeProblems = {
	notYet: (day: string) => `This code works from ${day}.`,
	over: (day: string) => `This code worked until ${day}.`,
	usedUp: "This code has been used up. Remove it, or try another.",
	usedByYou: "You have used this code before. Remove it, or try another.",
	from: (price: string) => `This code is for orders from ${price}. Add something, or remove it.`,
	notForThese: "This code is not for what is in the cart. Add what it is for, or remove it.",
	noGain: "You already pay less without this code. Remove it, and keep it for another order.",
	tooMany: "Too many codes were tried. Wait a minute, then try again.",
} as const;

/** The amount of an offer: it is taken off. */
export const takenOff = (price: string) => `−${price}`;
export const discounts = "Discounts";
/** Beside an offer with free shipping: what that saves, if it is known. */
export const shippingSaved = (price: string) => `${price} saved`;
export const shippingIsFree = "Free shipping";
export const afterDiscounts = "After discounts";
/** What an offer is called, with the code that was typed. */
export const withCode = (label: string, code: string | null) =>
	code ? `${label} (${code})` : label;
