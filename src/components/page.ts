/** What every page runs, beside the script of the navigation bar. */
import "./cart-count.ts";
import "./visit.ts";
import {
	asksForUnpaid,
	lastPaid,
	orderedSince,
	readUnpaid,
	storeUnpaid,
} from "../shop/orders/last-ordered.ts";

// The back/forward cache may restore a page from before an order, with outdated stock.
addEventListener("pageshow", ({ persisted }) => {
	if (persisted && orderedSince(performance.timeOrigin)) location.reload();
});

/** The pages that an order was placed on have nothing left of it: Back leads on to the order that was paid since. */
function leadToPaid(): void {
	const paid = lastPaid();
	if (paid && /^\/(checkout$|purchase\/)/.test(location.pathname))
		location.replace(`/orders/${paid}`);
}
const [visit] = performance.getEntriesByType("navigation");
if (visit instanceof PerformanceNavigationTiming && visit.type === "back_forward") leadToPaid();

/** Whether this page may show that one waits, or no longer: the cart, or what an order was changed or cancelled on. */
const mayChangeUnpaid = () =>
	/^\/(cart|checkout)$/.test(location.pathname) ||
	(/^\/(orders|payment)\//.test(location.pathname) && readUnpaid().length > 0);

/** Asks which orders of this browser wait to be paid, where that may have changed, and tells the header. */
async function askForUnpaid(): Promise<void> {
	if (!asksForUnpaid() && !mayChangeUnpaid()) return;
	const answer = await fetch("/cart/unpaid.json").catch(() => undefined);
	if (!answer?.ok) return;
	storeUnpaid(await answer.json());
	dispatchEvent(new Event("shop-session"));
}
void askForUnpaid();
addEventListener("pageshow", ({ persisted }) => {
	if (!persisted) return;
	leadToPaid();
	void askForUnpaid();
});

// A form that leads to a page sends only what was chosen, so that its address can be read and shared.
addEventListener("formdata", ({ target, formData }) => {
	if (!(target instanceof HTMLFormElement) || target.method !== "get") return;
	for (const [name, value] of [...formData]) if (!value) formData.delete(name);
});
