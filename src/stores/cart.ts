/** The cart in this browser, for islands: in local storage, shared by all tabs, whoever is signed in. */
import { persistentAtom } from "@nanostores/persistent";
import {
	type CartLine,
	cartKey,
	maxCartLines,
	mergeLines,
	parseCart,
	savedKey,
} from "../shop/carts/cart-lines.ts";
import { readCart } from "../shop/carts/cart-storage.ts";
import { type AddError, addToCart, storeCart } from "../shop/carts/change-cart.ts";

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

/** What is saved for later in this browser, beside the cart. */
export const $saved = persistentAtom<readonly CartLine[]>(savedKey, [], {
	encode: JSON.stringify,
	decode: parseCart,
});

function storeSaved(lines: readonly CartLine[]): boolean {
	try {
		localStorage.setItem(savedKey, JSON.stringify(lines));
	} catch {
		return false;
	}
	$saved.set(lines);
	return true;
}

const savedWithout = (toolId: string) => $saved.get().filter((line) => line.toolId !== toolId);

/** Moves a line from the cart to what is saved for later. The oldest makes room. Returns whether the browser has stored that. */
export function saveForLater(line: CartLine): boolean {
	const saved = mergeLines([line, ...savedWithout(line.toolId)]).slice(0, maxCartLines);
	return storeSaved(saved) && removeLine(line.toolId);
}

/** Moves what was saved for later into the cart, at most the `available` pieces. Returns why it did not, or undefined. */
export function moveToCart(line: CartLine, available: number): AddError | undefined {
	const error = addToCart(line, available);
	if (error) return error;
	$cart.set(readCart());
	removeSaved(line.toolId);
	return undefined;
}

/** Removes what was saved for later. */
export function removeSaved(toolId: string): boolean {
	return storeSaved(savedWithout(toolId));
}
