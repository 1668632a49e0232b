/** Puts tools into the cart in local storage. */
import { addLine, type LineError } from "./add-line.ts";
import { type CartLine, maxCartLines } from "./cart-lines.ts";
import { readCart } from "./cart-storage.ts";
import { storeCart } from "./store-cart.ts";

/** Why a tool was not added, as the name of its message: `cartNotStored` if the browser stores nothing. */
export type AddError = LineError | "cartNotStored";

/** Puts a tool into the cart, in place of its line if it is there already. Returns why it did not, or undefined. */
export function putInCart(line: CartLine): AddError | undefined {
	const others = readCart().filter(({ toolId }) => toolId !== line.toolId);
	if (others.length >= maxCartLines) return "cartFull";
	return storeCart([...others, line]) ? undefined : "cartNotStored";
}

/** Adds pieces of a tool, at most the `available` ones. Returns why it did not, or undefined. */
export function addToCart(line: CartLine, available: number): AddError | undefined {
	const lines = addLine(readCart(), line, available);
	if (typeof lines === "string") return lines;
	return storeCart(lines) ? undefined : "cartNotStored";
}
