/** Writes the cart into local storage. */
import { type CartLine, cartEvent, cartKey } from "./cart-lines.ts";

/** Stores the lines and tells this page. Returns whether they were stored: storage can be off, or full. */
export function storeCart(lines: readonly CartLine[]): boolean {
	try {
		localStorage.setItem(cartKey, JSON.stringify(lines));
	} catch {
		return false;
	}
	dispatchEvent(new Event(cartEvent));
	return true;
}
