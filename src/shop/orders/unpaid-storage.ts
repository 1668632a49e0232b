/** What a browser stores of its orders that wait to be paid: the server's last answer. */
import { forgetUnpaid } from "./last-ordered.ts";
import { paidKey, type UnpaidOrder, unpaidKey } from "./unpaid-orders.ts";

/** How long the server's last answer counts, in milliseconds. */
const freshMs = 60_000;

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
