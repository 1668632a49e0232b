/** The identifiers of a tool in its specifications, as Merchant Center takes them. */
import type { Specification } from "../tools/tool-fields.ts";

interface Identifiers {
	gtin?: string;
	mpn?: string;
}

/** Returns the specifications called GTIN (or EAN, UPC) and MPN. A GTIN whose check digit is wrong is left out. */
export function identifiersOf(specifications: readonly Specification[]): Identifiers {
	const find = (...names: string[]) =>
		specifications.find(({ name }) => names.includes(name.trim().toLowerCase()))?.value.trim();
	const gtin = find("gtin", "ean", "upc")?.replace(/[\s-]/g, "");
	const mpn = find("mpn");
	return { ...(gtin && isGtin(gtin) && { gtin }), ...(mpn && { mpn }) };
}

/** Whether a number of 8, 12, 13 or 14 digits ends with its check digit (GS1 General Specifications, 7.9). */
function isGtin(text: string): boolean {
	if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
	const sum = [...text]
		.toReversed()
		.reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
	return sum % 10 === 0;
}
