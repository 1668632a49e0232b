/** When this tab last placed an order. Stock shown before then is out of date. */

const storageKey = "cogsmith-ordered";

/** Stores the current time as the time of the last order. */
export function markOrdered(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()));
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
