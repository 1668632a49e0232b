/** The lines of a cart for an order, with what can't be ordered and why. Runs in the Worker and the browser. */
import type { FieldErrors } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import type { CartLine } from "../carts/cart-lines.ts";
import { type CartItem, lineNotes } from "../carts/carts.ts";

type Tool = NonNullable<CartItem["tool"]>;

/** A line of the cart with its tool as it is now. */
export interface CheckoutEntry {
	toolId: string;
	quantity: number;
	tool: Tool | undefined;
	/** Why it can't be ordered. */
	problem: string | undefined;
	/** What changed since it was put in. It can be ordered at the price that is shown now. */
	notice: string | undefined;
	/** Whether it fits the chosen bike, if one is chosen. */
	fit: CartItem["fit"];
}

/** A line that can be ordered. */
export type OrderableLine = CheckoutEntry & { tool: Tool };

/** Returns the lines whose tools are known. `rejected` has why the server did not take lines, by tool. */
export function checkoutEntries(
	lines: readonly CartLine[],
	items: ReadonlyMap<string, CartItem>,
	rejected: ReadonlyMap<string, string>,
): CheckoutEntry[] {
	return lines.flatMap((line) => {
		const item = items.get(line.toolId);
		if (!item) return [];
		const { unavailable, adjust, priceChange } = lineNotes(line, item);
		const problem = rejected.get(line.toolId) ?? unavailable ?? adjust?.reason;
		const { toolId, quantity } = line;
		return [{ toolId, quantity, tool: item.tool, problem, notice: priceChange, fit: item.fit }];
	});
}

/** Returns the lines that can be ordered. */
export function orderableLines(entries: readonly CheckoutEntry[]): OrderableLine[] {
	return entries.filter(
		(entry): entry is OrderableLine => entry.tool !== undefined && entry.problem === undefined,
	);
}

/** Returns why nothing can be placed now, or undefined. */
export function whyBlocked(entries: readonly CheckoutEntry[]): string | undefined {
	const orderable = orderableLines(entries).length;
	if (orderable === 0) return messages.nothingToOrder;
	return entries.length > orderable ? messages.linesRejected : undefined;
}

/** Returns the errors of a rejected order's lines by tool. A new price is shown, and the customer may accept it. */
export function rejectedLines(
	fields: FieldErrors,
	toolIds: readonly string[],
): ReadonlyMap<string, string> {
	const errors = new Map<string, string>();
	for (const [path, message] of Object.entries(fields)) {
		const [, index, name] = path.match(/^lines\.(\d+)\.(\w+)$/) ?? [];
		const toolId = toolIds[Number(index)];
		if (toolId !== undefined && name !== "price") errors.set(toolId, message);
	}
	return errors;
}
