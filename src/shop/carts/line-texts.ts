/** The lines of a cart as short texts, for the cookie and the forms of a browser without JavaScript. */
import { toCents, toPrice } from "../../values/money.ts";
import { type CartLine, parseCart } from "./cart-lines.ts";

/**
 * Matches the text of a line: the tool's id, the quantity, and the price in minor units. With any length of these,
 * fifty lines fit a cookie, which has at most 4,096 bytes (RFC 6265bis, 5.6).
 */
export const lineTextPattern = /^([\w-]{1,48})~(\d{1,7})~(\d{1,10})$/;

/** Returns the text of a line. */
export function toLineText({ toolId, quantity, price }: CartLine): string {
	return `${toolId}~${quantity}~${toCents(price)}`;
}

/** Parses texts that anybody may have written, as the text in local storage is parsed: what is no line is left out. */
export function parseLineTexts(texts: readonly string[]): CartLine[] {
	const lines = texts.flatMap((text) => {
		const [, toolId, quantity, cents] = lineTextPattern.exec(text) ?? [];
		return toolId ? [{ toolId, quantity: Number(quantity), price: toPrice(Number(cents)) }] : [];
	});
	return parseCart(JSON.stringify(lines));
}
