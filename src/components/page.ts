/** What every page runs, beside the navigation bar's own script. */
import "./cart-count.ts";
import { orderedSince } from "../shop/orders/last-ordered.ts";
import { storePartner } from "../shop/partners/partner-storage.ts";

declare global {
	interface Document {
		/** TypeScript's DOM library does not have it yet. */
		readonly prerendering?: boolean;
	}
}

/** A visit begins here, or later if the browser prerendered the page (WICG Prerendering). */
function startVisit(): void {
	storePartner(location.href, document.referrer);
}

if (document.prerendering)
	document.addEventListener("prerenderingchange", () => {
		startVisit();
		// What the cart, the bike and the session show may have changed since.
		dispatchEvent(new Event("storage"));
	});
else startVisit();
// The back/forward cache may restore a page from before an order, with outdated stock.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted && orderedSince(performance.timeOrigin)) location.reload();
});
