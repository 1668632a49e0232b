/** The administrators' orders by tab, and what the page's address asks for. */

import { dayText } from "../../config/days.ts";
import { filterDay } from "../../values/days.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { type Cursor, decodeCursor } from "../../values/paging.ts";
import { pasted } from "../../values/pasted.ts";
import { canRefund, refundableRest } from "./line-actions.ts";
import type { OrderLine } from "./lines.ts";
import { isLineInTab, type OrderTab, orderTabs } from "./order-states.ts";

/** How many orders are in each tab. */
export type TabCounts = Record<OrderTab, number>;

export interface WorkspaceQuery {
	tab: OrderTab;
	/** The search text; empty for none. */
	q: string;
	/** The first and the last day of the orders (`2026-11-22`), in the shop's time zone; empty for no limit. */
	from: string;
	to: string;
	cursor: Cursor | undefined;
}

const maxSearchLength = 100;

/** Reads what an address asks for. Throws ShopError `invalid` for what is no day; other things that it does not understand it leaves out. */
export function parseWorkspaceQuery(
	{ searchParams }: URL,
	firstTab: OrderTab = "toShip",
): WorkspaceQuery {
	const dayIn = (name: string) => {
		const day = filterDay(searchParams, name);
		return day === undefined ? "" : dayText(day);
	};
	const q = pasted(searchParams.get("q") ?? "").slice(0, maxSearchLength);
	// A search that names no tab is one of all orders.
	const byDefault = q ? "all" : firstTab;
	return {
		tab: orderTabs.find((known) => known === searchParams.get("tab")) ?? byDefault,
		q,
		from: dayIn("from"),
		to: dayIn("to"),
		cursor: decodeCursor(searchParams.get("cursor")),
	};
}

/** Returns the query of an address with these parameters. Empty ones are left out. */
export function workspaceSearch(
	parameters: Partial<Record<"tab" | "q" | "from" | "to" | "cursor", string>>,
): string {
	const given = Object.entries(parameters).filter(([, value]) => value !== "");
	return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** An order as the workspace lists it. */
export interface WorkspaceOrder {
	id: string;
	/** Whether staff have entered it at the telephone. */
	isByPhone?: true;
	/** The lines that are neither deleted nor expired; one at least. */
	lines: OrderLine[];
}

/** A page of orders. */
export interface OrdersPage {
	orders: WorkspaceOrder[];
	next: Cursor | undefined;
	/** The orders that wait. A search counts its own tab, and the others if that is All and has one page. */
	counts: Partial<TabCounts>;
	/** The tab that has more orders than were counted. */
	uncounted: OrderTab | undefined;
}

/** Whether a tab has an order: one of its lines is in it. */
export const isInTab = ({ lines }: WorkspaceOrder, tab: OrderTab): boolean =>
	lines.some((line) => isLineInTab(line, tab));

/** Returns the counts after an order has changed. */
export function countsAfter(
	counts: Partial<TabCounts>,
	before: WorkspaceOrder,
	after: WorkspaceOrder,
): Partial<TabCounts> {
	const next = { ...counts };
	for (const tab of orderTabs) {
		const count = next[tab];
		if (count !== undefined)
			next[tab] = count + Number(isInTab(after, tab)) - Number(isInTab(before, tab));
	}
	return next;
}

/** Whether the search tables find an order by a text. */
export function hasText(line: OrderLine, text: string): boolean {
	const { UserName, email, name, _id, orderNumber, transactionId = "", address } = line;
	const lower = text.toLowerCase();
	const columns = [UserName, email, name, _id, String(orderNumber), transactionId, address];
	return columns.some((column) => column.toLowerCase().includes(lower));
}

/** What an order costs with shipping and tax, as a price. */
export function orderTotal(lines: readonly OrderLine[]): number {
	const prices = lines.map((line) => toCents(refundableRest({ ...line, refundedPrice: 0 })));
	return toPrice(prices.reduce((sum, cents) => sum + cents, 0));
}

/** Where an order goes, from its address in one line: without the street, if more is known. */
export function placeOf(address: string): string {
	const [street = "", ...others] = address.split(", ");
	return others.join(", ") || street;
}

/** Returns the order that something can be refunded of, if it is the only one. */
export function refundTarget([order, ...others]: readonly WorkspaceOrder[]):
	| WorkspaceOrder
	| undefined {
	return others.length === 0 && order?.lines.some(canRefund) ? order : undefined;
}
