/** What every page runs, beside the navigation bar's own script. */
import "./cart-count.ts";
import { orderedSince } from "../shop/orders/last-ordered.ts";
import { storePartner } from "../shop/partners/partner-storage.ts";

storePartner(location.href, document.referrer);
// The back/forward cache may restore a page from before an order, with outdated stock.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted && orderedSince(performance.timeOrigin)) location.reload();
});
