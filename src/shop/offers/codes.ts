/** The codes of offers: how they are typed, and made. Runs in the Worker and the browser. */
import * as v from "valibot";
import { codes as texts } from "../../messages.codes.ts";
import { giftCodePattern } from "../gift-cards/gift-cards.ts";

/** As the database has it: in capitals, without the spaces that people type. */
export const normalCode = (text: string): string => text.replace(/\s+/g, "").toUpperCase();

/** What may be a code. */
export const codePattern = /^[A-Z0-9][A-Z0-9-]{2,31}$/;

/** A code as a customer types it; an empty one is none. */
export const typedCode = v.pipe(
	v.string(),
	v.maxLength(100, texts.unknown),
	v.transform(normalCode),
	v.check((code) => code === "" || codePattern.test(code), texts.unknown),
);

/** The code of a gift card as a customer types it; an empty one is none. */
export const typedGiftCard = v.pipe(
	v.string(),
	v.maxLength(100, texts.unknown),
	v.transform(normalCode),
	v.check((code) => code === "" || giftCodePattern.test(code), texts.unknown),
);
