/** That this tab has ordered: what it showed of the stock before is out of date. */

const storageKey = "cogsmith-ordered";

/** Notes that an order was placed now. */
export function markOrdered(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()));
	} catch {
		// A browser that keeps nothing shows what it has.
	}
}

/**
 * Whether an order was placed since `shownAt`, in UTC milliseconds. For pages that Back brings back
 * as they were: the browser does not ask the shop again.
 */
export function orderedSince(renderedAt: number): boolean {
	try {
		return Number(sessionStorage.getItem(storageKey)) > renderedAt;
	} catch {
		return false;
	}
}
