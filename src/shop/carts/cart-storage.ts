/** Reads the cart in local storage, on every page for its count. The cart's own page also follows it: stores/cart.ts. */
import { type CartLine, cartKey, parseCart } from "./cart-lines.ts";

/** Returns the stored lines. None if local storage is unavailable. */
export function readCart(): CartLine[] {
	try {
		return parseCart(localStorage.getItem(cartKey));
	} catch {
		return [];
	}
}
