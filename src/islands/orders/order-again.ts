/** Puts the lines of an order into the cart again, at today's prices. */
import * as cartMessages from "../../messages/cart-lines.ts";
import * as messages from "../../messages/messages.ts";
import { addLine } from "../../shop/carts/add-line.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import type { CartItem } from "../../shop/carts/carts.ts";
import { unavailableReason } from "../../shop/tools/availability.ts";

/** A line of an order: a tool, and how many. */
export interface OrderedLine {
	toolId: string;
	name: string;
	quantity: number;
}

/** The messages by the names of the errors. Not the module itself, of which every message would be loaded. */
const errorMessages = {
	cartFull: messages.cartFull,
	cartHasAll: messages.cartHasAll,
	cartNotStored: messages.cartNotStored,
};

/**
 * Returns the cart with the ordered lines, how many of them were added, and for the others and for those
 * with fewer pieces why. `items` are the tools as they are now.
 */
export function orderAgain(
	cart: readonly CartLine[],
	ordered: readonly OrderedLine[],
	items: readonly CartItem[],
): { cart: readonly CartLine[]; added: number; notes: { name: string; text: string }[] } {
	let lines = cart;
	let added = 0;
	const notes: { name: string; text: string }[] = [];
	for (const { toolId, name, quantity: orderedQuantity } of ordered) {
		const item = items.find((one) => one.toolId === toolId);
		const tool = item?.gone ? undefined : item?.tool;
		const reason = tool ? unavailableReason(tool) : messages.noLongerSold;
		if (!tool || reason) {
			notes.push({ name, text: reason ?? messages.noLongerSold });
			continue;
		}
		const before = lines.find((line) => line.toolId === toolId)?.quantity ?? 0;
		const quantity = Math.max(orderedQuantity, tool.minOrderQuantity);
		const changed = addLine(lines, { toolId, quantity, price: tool.price }, tool.quantity);
		if (typeof changed === "string") {
			notes.push({ name, text: errorMessages[changed] });
			continue;
		}
		lines = changed;
		added += 1;
		if (before + quantity > tool.quantity)
			notes.push({ name, text: cartMessages.onlyLeft(tool.quantity) });
	}
	return { cart: lines, added, notes };
}
