/** What every page runs, beside the script of the navigation bar. */
import "./cart-count.ts";
import "./visit.ts";
import { orderedSince } from "../shop/orders/last-ordered.ts";

// The back/forward cache may restore a page from before an order, with outdated stock.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted && orderedSince(performance.timeOrigin)) location.reload();
});
