/** What every page runs, beside the script of the navigation bar. */
import "./cart-count.ts";
import "./late-notice.ts";
import "./visit.ts";
import { orderedSince } from "../shop/orders/last-ordered.ts";

// The back/forward cache may restore a page from before an order, with outdated stock.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted && orderedSince(performance.timeOrigin)) location.reload();
});

// A form that leads to a page sends only what was chosen, so that its address can be read and shared.
addEventListener("formdata", ({ target, formData }) => {
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	// Copied first: deleting one from what is iterated skips the next.
	for (const [name, value] of Array.from(formData)) if (!value) formData.delete(name);
});
