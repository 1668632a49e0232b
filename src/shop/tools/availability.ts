/** Whether a tool can be ordered now. */
import * as messages from "../../messages/messages.ts";
import type { Tool } from "./tools.ts";

/** Whether at least the minimum order is in stock. */
export function canOrder(tool: Pick<Tool, "quantity" | "minOrderQuantity">): boolean {
	return tool.quantity >= tool.minOrderQuantity;
}

/** Whether there is stock, but less than the minimum order: nobody can buy any of it. */
export function isBelowMinimum(tool: Pick<Tool, "quantity" | "minOrderQuantity">): boolean {
	return tool.quantity > 0 && !canOrder(tool);
}

/** The message why a tool can't be ordered now, or undefined if it can. */
export function unavailableReason(
	tool: Pick<Tool, "quantity" | "minOrderQuantity">,
): string | undefined {
	if (canOrder(tool)) return undefined;
	return tool.quantity === 0
		? messages.soldOut
		: messages.belowMinimumOrder(tool.quantity, tool.minOrderQuantity);
}
