/** Adds a tool to the lines of a cart, in the browser and in the Worker. */
import { type CartLine, maxCartLines, mergeLines } from "./cart-lines.ts";

/** Why a tool can't be added, as the name of its message: the cart has 50 others, or already all pieces in stock. */
export type LineError = "cartFull" | "cartHasAll";

/**
 * Returns the lines with the pieces of `added`, in all at most `available`, or why they can't be added. A
 * tool that is in the cart gets the price of `added`, because that is the one seen last.
 */
export function addLine(
	lines: readonly CartLine[],
	added: CartLine,
	available: number,
): CartLine[] | LineError {
	const present = lines.find(({ toolId }) => toolId === added.toolId)?.quantity ?? 0;
	if (present === 0 && lines.length >= maxCartLines) return "cartFull";
	const quantity = Math.min(added.quantity, available - present);
	return quantity > 0 ? mergeLines([...lines, { ...added, quantity }]) : "cartHasAll";
}
