/** The codes of offers and gift cards: how they are typed. Runs in the Worker and the browser. */
import { codeProblems as texts } from "../../messages/code-problems.ts";
import { pastedText } from "../../values/fields.ts";
import { pasted } from "../../values/pasted.ts";
import { giftCodeIn, wrongGiftLetters } from "../gift-cards/gift-cards.ts";

/** Returns a code as the database has it: in capitals, without the spaces that people type. */
export const normalCode = (text: string): string => pasted(text).replace(/\s+/g, "").toUpperCase();

/** What may be a code. */
export const codePattern = /^[A-Z0-9][A-Z0-9-]{2,31}$/;

/** What a customer types: the code of an offer, of a gift card, or both, one after the other. */
export const typedCode = pastedText(100, texts.unknown);

/** What a customer reads of a code that there is not. */
export function unknownCode(typed: string): string {
	const wrong = wrongGiftLetters(typed);
	return wrong.length > 0 ? texts.unknownWithLetters(wrong) : texts.unknown;
}

/** The codes in what was typed; empty for none. */
export function codesIn(typed = ""): { code: string; giftCode: string } {
	const { giftCode, rest } = giftCodeIn(typed);
	return { code: normalCode(rest.replace(/[,;]/g, "")), giftCode };
}
