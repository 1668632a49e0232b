/** The cart in this browser, for islands: in local storage, shared by all tabs, whoever is signed in. */
import { persistentAtom } from "@nanostores/persistent";
import { type CartLine, cartKey, maxCartLines, parseCart } from "../shop/carts/cart-lines.ts";
import { readCart } from "../shop/carts/cart-storage.ts";
import { storeCart } from "../shop/carts/store-cart.ts";

export const $cart = persistentAtom<readonly CartLine[]>(cartKey, [], {
	encode: JSON.stringify,
	decode: parseCart,
});

/**
 * Changes the lines, starting from those in storage: another tab may have changed them a moment ago.
 * Returns whether the change was stored. Storage can be disabled or full, and then nothing changes.
 */
function changeLines(change: (lines: CartLine[]) => CartLine[]): boolean {
	const lines = change(readCart());
	// First, because the package would keep a change that it could not store.
	if (!storeCart(lines)) return false;
	$cart.set(lines);
	return true;
}

/** Sets a line's quantity. Does nothing if another tab has removed the line. */
export function setQuantity(toolId: string, quantity: number): boolean {
	return changeLines((lines) =>
		lines.map((line) => (line.toolId === toolId ? { ...line, quantity } : line)),
	);
}

/** Sets the price that the customer has seen. */
export function acceptPrice(toolId: string, price: number): boolean {
	return changeLines((lines) =>
		lines.map((line) => (line.toolId === toolId ? { ...line, price } : line)),
	);
}

/** Removes a tool from the cart. Returns whether the browser has stored that. */
export function removeLine(toolId: string): boolean {
	return changeLines((lines) => lines.filter((line) => line.toolId !== toolId));
}

/** Puts a removed line back in its place, unless it was added again or the cart was filled in the meantime. */
export function restoreLine(line: CartLine, index: number): boolean {
	return changeLines((lines) =>
		lines.length >= maxCartLines || lines.some(({ toolId }) => toolId === line.toolId)
			? lines
			: lines.toSpliced(index, 0, line),
	);
}
