/**
 * What this browser has ordered: when this tab last placed an order, since stock shown before then is out of date, which
 * one it paid, and whether any waits to be paid; unpaid-storage.ts reads which.
 */
import { paidKey, unpaidKey } from "./unpaid-orders.ts";

const storageKey = "cogsmith-ordered";

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

/** Forgets the orders, as of somebody who signs out. */
export function forgetUnpaid(): void {
	try {
		localStorage.removeItem(unpaidKey);
	} catch {
		// Nothing is stored.
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
