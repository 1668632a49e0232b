import { useCallback, useState } from "react";
import type { OrderLine } from "../../shop/orders/lines.ts";
import type { OrderTab } from "../../shop/orders/order-states.ts";
import { countsAfter, type OrdersPage } from "../../shop/orders/orders-workspace.ts";

/** What a page of orders has, as rows or as cards. */
export interface OrdersProps extends Omit<OrdersPage, "next"> {
	tab: OrderTab;
	/** The path of each tab. */
	tabPaths: Partial<Record<OrderTab, string>>;
	/** Whether the address has a search or days, for what to say about no orders. */
	isFiltered: boolean;
}

type List = Pick<OrdersPage, "orders" | "counts">;

/** Returns the list with the lines of an order as they are now. An order without lines leaves it. */
function withLines(
	{ orders, counts }: List,
	id: string,
	change: (line: OrderLine) => OrderLine | undefined,
): List {
	const before = orders.find((order) => order.id === id);
	if (!before) return { orders, counts };
	const after = { ...before, lines: before.lines.flatMap((line) => change(line) ?? []) };
	return {
		orders: orders.flatMap((order) => {
			if (order !== before) return order;
			return after.lines.length > 0 ? after : [];
		}),
		counts: countsAfter(counts, before, after),
	};
}

/** The orders of a page and the counts of the tabs, which follow what is changed. */
export function useOrders(initial: List) {
	const [list, setList] = useState<List>({ orders: initial.orders, counts: initial.counts });
	/** Changes the lines of an order; those for which `change` returns nothing leave it. */
	const change = useCallback(
		(id: string, changeLine: (line: OrderLine) => OrderLine | undefined) =>
			setList((before) => withLines(before, id, changeLine)),
		[],
	);
	return { ...list, change };
}
