/**
 * The codes of gift cards. A code is an HMAC of the card's id, so that it can be e-mailed again; the database has only its
 * SHA-256. Whoever has the database alone can pay with none.
 */
import { sign } from "../../platform/auth/signature.ts";
import { fromBase64Url, toBase64Url } from "../../values/bytes.ts";
import type { GiftCode } from "./gift-card-kinds.ts";
import { codeLetters, giftCodeLength } from "./gift-cards.ts";

/** Returns the code of a card, such as `7QXT-R4MH-KACD-EFGH-JKLM`. */
async function createGiftCode(cardId: string): Promise<string> {
	const bytes = fromBase64Url(await sign("gift-card", cardId));
	let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
	let letters = "";
	while (letters.length < giftCodeLength) {
		letters += codeLetters[Number(rest % BigInt(codeLetters.length))];
		rest /= BigInt(codeLetters.length);
	}
	return letters.match(/.{4}/g)?.join("-") ?? "";
}

/** Returns the SHA-256 of a code, as the database has it. Its hundred bits need no salt. */
export async function hashGiftCode(code: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
	return toBase64Url(new Uint8Array(hash));
}

/** The columns of a card with a code. */
export async function codeColumns(cardId: string) {
	const code = await createGiftCode(cardId);
	return { code, columns: { codeHash: await hashGiftCode(code), codeEnd: code.slice(-4) } };
}

/** The codes that the pieces of an order line will have as gift cards. A trigger gives these the ids. */
export function codesOfLine(lineId: string, quantity: number): Promise<GiftCode[]> {
	return Promise.all(
		Array.from({ length: quantity }, async (_, piece): Promise<GiftCode> => {
			const { columns } = await codeColumns(`${lineId}-${piece}`);
			return { hash: columns.codeHash, end: columns.codeEnd };
		}),
	);
}

/** The code of a stored card; undefined if it has none, or was made with another AUTH_SECRET. */
export async function codeOfCard(card: {
	id: string;
	codeHash: string | null;
}): Promise<string | undefined> {
	const { code, columns } = await codeColumns(card.id);
	return columns.codeHash === card.codeHash ? code : undefined;
}
