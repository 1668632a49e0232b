import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { FieldErrors } from "../../errors.ts";
import * as messages from "../../messages.ts";
import { type CartItem, lineNotes } from "../../shop/carts/carts.ts";
import { $cart } from "../../stores/cart.ts";
import { useCartItems } from "../carts/useCartItems.ts";

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

/** The lines of the cart for an order, with what can't be ordered and why. */
export function useCheckoutLines() {
	const lines = useStore($cart);
	const { items, failed, reload } = useCartItems(lines);
	/** Why the server rejected lines, by tool. */
	const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map());
	/** The tools that the customer leaves out. They stay in the cart. */
	const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());

	const entries = lines.flatMap((line): CheckoutEntry[] => {
		const item = items.get(line.toolId);
		if (!item || leftOut.has(line.toolId)) return [];
		const { unavailable, adjust, priceChange } = lineNotes(line, item);
		const problem = rejected.get(line.toolId) ?? unavailable ?? adjust?.reason;
		const { toolId, quantity } = line;
		return [{ toolId, quantity, tool: item.tool, problem, notice: priceChange, fit: item.fit }];
	});
	const orderable = entries.filter(
		(entry): entry is OrderableLine => entry.tool !== undefined && entry.problem === undefined,
	);

	return {
		entries,
		lines: orderable,
		failed,
		reload,
		isEmpty: lines.length === 0,
		isLoaded: lines.every(({ toolId }) => items.has(toolId)),
		/** Why nothing can be placed now. */
		blocked:
			orderable.length === 0
				? messages.nothingToOrder
				: entries.length > orderable.length
					? messages.linesRejected
					: undefined,
		/** Shows the errors of a rejected order at the lines that they name, and the prices and stock of now. */
		reject: (fields: FieldErrors) => {
			const errors = new Map<string, string>();
			for (const [path, message] of Object.entries(fields)) {
				const [, index, name] = path.match(/^lines\.(\d+)\.(\w+)$/) ?? [];
				const line = orderable[Number(index)];
				// A new price is shown, and the customer may accept it.
				if (line && name !== "price") errors.set(line.toolId, message);
			}
			setRejected(errors);
			if (Object.keys(fields).some((path) => path.startsWith("lines."))) reload();
		},
		/** Goes on without the lines that can't be ordered. */
		leaveOut: () => {
			const ids = entries.filter(({ problem }) => problem).map(({ toolId }) => toolId);
			setLeftOut(new Set([...leftOut, ...ids]));
		},
	};
}

export type CheckoutCart = ReturnType<typeof useCheckoutLines>;
