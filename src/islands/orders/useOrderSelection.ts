import { useCallback, useRef, useState } from "react";
import type { OrderLine } from "../../shop/orders/lines.ts";

/** The selected orders of a table, and the one in whose row the focus is. */
export function useOrderSelection(lines: readonly OrderLine[]) {
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [currentId, setCurrentId] = useState<string>();
	const body = useRef<HTMLTableSectionElement>(null);

	const place = lines.findIndex(({ _id }) => _id === currentId);
	const current = lines[place];
	const chosen = lines.filter(({ _id }) => selected.has(_id));

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
		const index = Math.max(0, Math.min(next, lines.length - 1));
		const row = body.current?.rows[index];
		row?.querySelector<HTMLInputElement>("input")?.focus();
		return lines[index];
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
		selectAll: () => setSelected(new Set(lines.map(({ _id }) => _id))),
		selectNone: () => setSelected(new Set()),
		/** Moves the focus by some rows. */
		go: (rows: number) => void goTo(place + rows),
		goAndSelect: (rows: number) => {
			if (current) select(current._id, true);
			const line = goTo(place + rows);
			if (line) select(line._id, true);
		},
		toggle: () => {
			const line = current ?? goTo(0);
			if (line) select(line._id, !selected.has(line._id));
		},
	};
}

export type OrderSelection = ReturnType<typeof useOrderSelection>;
