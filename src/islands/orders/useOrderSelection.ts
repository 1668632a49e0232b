import { useCallback, useRef, useState } from "react";
import type { WorkspaceOrder } from "../../shop/orders/orders-workspace.ts";

/** The selected orders of a table, and the one in whose row the focus is. */
export function useOrderSelection(orders: readonly WorkspaceOrder[]) {
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [currentId, setCurrentId] = useState<string>();
	const body = useRef<HTMLTableSectionElement>(null);

	const row = orders.findIndex(({ id }) => id === currentId);
	const current = orders[row];
	const chosen = orders.filter(({ id }) => selected.has(id));

	const select = useCallback(
		(id: string, on: boolean) =>
			setSelected((previous) => {
				const next = new Set(previous);
				if (on) next.add(id);
				else next.delete(id);
				return next;
			}),
		[],
	);
	const goTo = (next: number) => {
		const index = Math.max(0, Math.min(next, orders.length - 1));
		body.current?.rows[index]?.querySelector<HTMLInputElement>("input")?.focus();
		return orders[index];
	};

	return {
		/** The table's body, in whose rows the focus moves. */
		body,
		selected,
		current,
		chosen,
		/** What an action is about: the selected orders, or else the current one. */
		targets: chosen.length > 0 ? chosen : current ? [current] : [],
		setCurrentId,
		select,
		selectAll: () => setSelected(new Set(orders.map(({ id }) => id))),
		selectNone: () => setSelected(new Set()),
		/** Moves the focus by some rows. */
		go: (rows: number) => void goTo(row + rows),
		goAndSelect: (rows: number) => {
			if (current) select(current.id, true);
			const order = goTo(row + rows);
			if (order) select(order.id, true);
		},
		toggle: () => {
			const order = current ?? goTo(0);
			if (order) select(order.id, !selected.has(order.id));
		},
	};
}

export type OrderSelection = ReturnType<typeof useOrderSelection>;
