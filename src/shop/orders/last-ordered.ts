/**
 * What this browser has ordered: when this tab last placed an order, since stock shown before then is out of date, which
 * one it paid, and which orders wait to be paid. These the server knows; local storage has its last answer.
 */
import { type UnpaidOrder, unpaidKey } from "./unpaid-orders.ts";

const storageKey = "cogsmith-ordered";

/** The key in this tab's storage of the order that was paid in it. */
const paidKey = "cogsmith-paid";

/** How long the server's last answer counts, in milliseconds. */
const freshMs = 60_000;

/** Stores the current time as the time of the last order, which the next page asks the server for. */
export function markOrdered(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()));
		localStorage.setItem(unpaidKey, "");
	} catch {
		// Without session storage, a page restored by Back shows the old stock.
	}
}

/**
 * Whether an order was placed since `renderedAt`, in UTC milliseconds. For pages that the browser
 * restores from its back/forward cache without a request.
 */
export function orderedSince(renderedAt: number): boolean {
	try {
		return Number(sessionStorage.getItem(storageKey)) > renderedAt;
	} catch {
		return false;
	}
}

/** Whether this browser has ordered, and the server was not asked since or said that orders wait, or this tab has paid one. */
export function hasOrdered(): boolean {
	try {
		return unpaidKey in localStorage || paidKey in sessionStorage;
	} catch {
		return false;
	}
}

/** Returns the orders of the server's last answer that still wait to be paid, the newest first. */
export function readUnpaid(): UnpaidOrder[] {
	try {
		const { orders } = JSON.parse(localStorage.getItem(unpaidKey) ?? "");
		return orders.filter(([, , until]: UnpaidOrder) => until > Date.now());
	} catch {
		// Nothing is stored, or no list.
		return [];
	}
}

/** Forgets the orders, as of somebody who signs out. */
export function forgetUnpaid(): void {
	try {
		localStorage.removeItem(unpaidKey);
	} catch {
		// Nothing is stored.
	}
}

/** Stores the server's answer. Without orders nothing is left. */
export function storeUnpaid(orders: readonly UnpaidOrder[]): void {
	if (orders.length === 0) {
		forgetUnpaid();
		return;
	}
	try {
		localStorage.setItem(unpaidKey, JSON.stringify({ orders, at: Date.now() }));
	} catch {
		// Without storage no page tells of them but the cart's, which asks.
	}
}

/** Whether the server's answer is missing after an order, or is an old one. */
export function asksForUnpaid(): boolean {
	try {
		const stored = localStorage.getItem(unpaidKey);
		return stored === "" || (stored !== null && !(JSON.parse(stored).at > Date.now() - freshMs));
	} catch {
		return false;
	}
}

/** Stores that this tab has paid an order, which waits no more. */
export function markPaid(id: string): void {
	storeUnpaid(readUnpaid().filter(([one]) => one !== id));
	try {
		sessionStorage.setItem(paidKey, id);
	} catch {
		// Without session storage, Back leads to an empty checkout.
	}
}

/** Returns the id of the order that this tab has paid last. */
export function lastPaid(): string | null {
	try {
		return sessionStorage.getItem(paidKey);
	} catch {
		return null;
	}
}
