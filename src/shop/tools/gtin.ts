/** The number of a product at GS1, which is in its barcode: an EAN and a UPC are GTINs too. */

import { pasted } from "../../values/pasted.ts";

/** Returns a GTIN without what people write between its digits. */
export const normalizeGtin = (text: string): string => pasted(text).replace(/[\s-]/g, "");

/** Whether a number of 8, 12, 13 or 14 digits ends with its check digit (GS1 General Specifications, 7.9). */
export function isGtin(text: string): boolean {
	if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
	const sum = [...text]
		.toReversed()
		.reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
	return sum % 10 === 0;
}
