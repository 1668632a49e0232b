import { useCallback, useRef, useState } from "react";
import type { Order } from "../../shop/orders/orders.ts";

/** The selected orders of a table, and the one in whose row the focus is. */
export function useOrderSelection(orders: readonly Order[]) {
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [currentId, setCurrentId] = useState<string>();
	const body = useRef<HTMLTableSectionElement>(null);

	const place = orders.findIndex(({ _id }) => _id === currentId);
	const current = orders[place];
	const chosen = orders.filter(({ _id }) => selected.has(_id));

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
		const row = body.current?.rows[index];
		row?.querySelector<HTMLInputElement>("input")?.focus();
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
		selectAll: () => setSelected(new Set(orders.map(({ _id }) => _id))),
		selectNone: () => setSelected(new Set()),
		/** Moves the focus by some rows. */
		go: (rows: number) => void goTo(place + rows),
		goAndSelect: (rows: number) => {
			if (current) select(current._id, true);
			const order = goTo(place + rows);
			if (order) select(order._id, true);
		},
		toggle: () => {
			const order = current ?? goTo(0);
			if (order) select(order._id, !selected.has(order._id));
		},
	};
}

export type OrderSelection = ReturnType<typeof useOrderSelection>;
