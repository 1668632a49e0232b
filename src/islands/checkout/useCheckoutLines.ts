import { useState, useSyncExternalStore } from "react";
import type { FieldErrors } from "../../errors.ts";
import {
	checkoutEntries,
	orderableLines,
	rejectedLines,
	whyBlocked,
} from "../../shop/orders/checkout-lines.ts";
import { $cart } from "../../stores/cart.ts";
import { useCartItems } from "../carts/useCartItems.ts";

/** The lines of the cart for an order, with what can't be ordered and why. */
export function useCheckoutLines() {
	const lines = useSyncExternalStore($cart.listen, $cart.get, $cart.get);
	const { items, failed, reload } = useCartItems(lines);
	/** Why the server rejected lines, by tool. */
	const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map());
	/** The tools that the customer leaves out. They stay in the cart. */
	const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());

	const chosen = lines.filter(({ toolId }) => !leftOut.has(toolId));
	const entries = checkoutEntries(chosen, items, rejected);
	const orderable = orderableLines(entries);

	return {
		entries,
		lines: orderable,
		failed,
		reload,
		isEmpty: lines.length === 0,
		isLoaded: lines.every(({ toolId }) => items.has(toolId)),
		/** Why nothing can be placed now. */
		blocked: whyBlocked(entries),
		/** Shows the errors of a rejected order at the lines that they name, and the prices and stock of now. */
		reject: (fields: FieldErrors) => {
			setRejected(
				rejectedLines(
					fields,
					orderable.map(({ toolId }) => toolId),
				),
			);
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
