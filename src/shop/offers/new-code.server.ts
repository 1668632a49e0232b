/** Makes codes that nobody can guess. */

import { codeLetters, giftCodeLength } from "../gift-cards/gift-cards.ts";

/** Letters of a code that nobody can guess: 29^10 is above 2^48. */
const randomLength = 10;

/** Returns a new code, such as `SPRING-7QXTR4MHKA`. */
export function newCode(prefix: string): string {
	// Bytes above the last multiple would make some letters likelier.
	const limit = 256 - (256 % codeLetters.length);
	let random = "";
	// With as many letters before them, they would read as the code of a gift card.
	const isLikeGiftCard = prefix.replaceAll("-", "").length + randomLength === giftCodeLength;
	const length = isLikeGiftCard ? randomLength + 1 : randomLength;
	while (random.length < length) {
		const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
		if (byte < limit) random += codeLetters[byte % codeLetters.length];
	}
	return prefix === "" ? random : `${prefix}-${random}`;
}
