/** What is saved for later in this browser, beside the cart: for the cart's own page. */
import { persistentAtom } from "@nanostores/persistent";
import {
	type CartLine,
	maxCartLines,
	mergeLines,
	parseCart,
	savedKey,
} from "../shop/carts/cart-lines.ts";
import { readCart } from "../shop/carts/cart-storage.ts";
import { type AddError, addToCart } from "../shop/carts/change-cart.ts";
import { $cart, removeLine } from "./cart.ts";

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
