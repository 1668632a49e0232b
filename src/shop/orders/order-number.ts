/** The number of an order, which people say and read: 1001 and upward, behind the shop's prefix. */
import { orders } from "../../config/config.ts";
import { pasted } from "../../values/pasted.ts";

/** The number before that of the first order. */
export const numberBeforeFirst = 1000;

/** Returns the number as people read it, such as `1001`, or `CS-1001` with the prefix `CS-`. */
export function formatOrderNumber(number: number): string {
	return orders.numberPrefix + number;
}

/** Returns the number that a text is, written with or without `#` and the prefix; undefined if it is none. */
export function parseOrderNumber(text: string, prefix = orders.numberPrefix): number | undefined {
	const typed = pasted(text).replace(/^#/, "").trimStart();
	const hasPrefix = typed.toLowerCase().startsWith(prefix.toLowerCase());
	const digits = hasPrefix ? typed.slice(prefix.length) : typed;
	return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** A search text as the search tables store it: an order's number without the prefix. */
export function searchTextOf(q: string): string {
	return parseOrderNumber(q)?.toString() ?? pasted(q);
}
