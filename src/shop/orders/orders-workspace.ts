/** The administrators' orders by tab, and what the page's address asks for. */

import { parseDay } from "../../config/days.ts";
import { type Cursor, decodeCursor } from "../../values/paging.ts";
import { canRefund, canShip, type OrderLine, publicState } from "./lines.ts";

/** The tabs, in their order. */
export const orderTabs = ["toShip", "unpaid", "shipped", "refunded", "all"] as const;
export type OrderTab = (typeof orderTabs)[number];

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

/** Reads what an address asks for. What it does not understand it leaves out. */
export function parseWorkspaceQuery({ searchParams }: URL): WorkspaceQuery {
	const dayIn = (name: string) => {
		const text = searchParams.get(name);
		return text !== null && parseDay(text) !== undefined ? text : "";
	};
	const q = (searchParams.get("q") ?? "").trim().slice(0, maxSearchLength);
	// A search that names no tab is one of all orders.
	const byDefault = q ? "all" : orderTabs[0];
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

/** The tabs that an order is in, apart from All. */
function tabsOf(line: OrderLine): OrderTab[] {
	const isUnpaid = publicState(line) === "Unpaid";
	const isRefunded = line.refunded || line.refundedPrice !== undefined;
	return [
		...(canShip(line) ? (["toShip"] as const) : []),
		...(isUnpaid ? (["unpaid"] as const) : []),
		...(line.status === "Shipped" ? (["shipped"] as const) : []),
		...(isRefunded ? (["refunded"] as const) : []),
	];
}

/** Returns the counts after an order has changed. */
export function countsAfter(counts: TabCounts, before: OrderLine, after: OrderLine): TabCounts {
	const next = { ...counts };
	for (const tab of tabsOf(before)) next[tab] -= 1;
	for (const tab of tabsOf(after)) next[tab] += 1;
	return next;
}

/** Whether a tab has an order. */
export const isInTab = (line: OrderLine, tab: OrderTab): boolean =>
	tab === "all" || tabsOf(line).includes(tab);

/** Whether the search tables find an order by a text. */
export function hasText(line: OrderLine, text: string): boolean {
	const { UserName, email, name, _id, orderNumber, transactionId = "", address } = line;
	const lower = text.toLowerCase();
	const columns = [UserName, email, name, _id, String(orderNumber), transactionId, address];
	return columns.some((column) => column.toLowerCase().includes(lower));
}

/** How many orders a search finds in the tabs other than its own, counted up to a limit. */
export type OtherCounts = { limit: number } & Partial<TabCounts>;

interface Found {
	tab: OrderTab;
	/** The page of the tab, and whether it has all that the search finds there. */
	listed: readonly OrderLine[];
	isWhole: boolean;
	pageSize: number;
	others: OtherCounts;
	/** Orders that were found by a number alone, which `others` does not count. */
	unmatched: readonly OrderLine[];
}

/** The counts of all tabs in a search, and the tabs that have at least so many. */
export function searchCounts({ tab, listed, isWhole, pageSize, others, unmatched }: Found): {
	counts: TabCounts;
	uncounted: OrderTab[];
} {
	const countIn = (some: readonly OrderLine[], one: OrderTab) =>
		some.filter((line) => isInTab(line, one)).length;
	const own = isWhole ? countIn(listed, tab) : pageSize;
	const found = orderTabs.map((one) => {
		if (one === tab) return { one, count: own, isMore: !isWhole };
		// All orders on one page are those of the other tabs too.
		if (isWhole && tab === "all") return { one, count: countIn(listed, one) };
		const matched = others[one] ?? 0;
		const count = matched + countIn(unmatched, one);
		return {
			one,
			count: one === "all" ? Math.max(count, own) : count,
			isMore: matched >= others.limit,
		};
	});
	return {
		counts: Object.fromEntries(found.map(({ one, count }) => [one, count])) as TabCounts,
		uncounted: found.flatMap(({ one, isMore = false }) => (isMore ? [one] : [])),
	};
}

/** Groups lines by order, because a parcel has the lines of one. */
export function byOrder(lines: readonly OrderLine[]): OrderLine[][] {
	return [...Map.groupBy(lines, ({ orderId }) => orderId).values()];
}

/** Returns the order that can be refunded, if it is the only one. */
export function refundTarget([line, ...others]: readonly OrderLine[]): OrderLine | undefined {
	return line && others.length === 0 && canRefund(line) ? line : undefined;
}

/** Returns the line that a parcel can be made up from: the first to ship, if all are of one order. */
export function parcelTarget(lines: readonly OrderLine[]): OrderLine | undefined {
	return byOrder(lines).length === 1 ? lines.find(canShip) : undefined;
}
