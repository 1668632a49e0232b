/**
 * The notice of the orders of this browser that wait to be paid, and the way on from a page whose order is placed. Loaded
 * late, see page.ts. Its place is kept free: see stored-marks.ts.
 */
import { lastPaid } from "../shop/orders/last-ordered.ts";
import { asksForUnpaid, readUnpaid, storeUnpaid } from "../shop/orders/unpaid-storage.ts";

/** Fills the notice, with the newest of several. `keepsPlace` leaves its place free if there is none, so that nothing moves. */
function showUnpaid(keepsPlace: boolean): void {
	const [order] = readUnpaid();
	if (order || !keepsPlace) document.documentElement.toggleAttribute("data-has-unpaid", !!order);
	const notice = document.querySelector<HTMLElement>("[data-unpaid]");
	if (!notice) return;
	notice.style.visibility = order ? "visible" : "hidden";
	if (!order) return;
	const [id, number] = order;
	const [text] = notice.getElementsByTagName("strong");
	if (text) text.textContent = `${text.textContent}`.replace(notice.dataset.unpaid || "#", number);
	notice.dataset.unpaid = number;
	for (const link of notice.querySelectorAll("a"))
		link.href = link.pathname.replace(/^(\/\w+\/)[^/]*/, `$1${id}`) + link.hash;
}

/** Whether this page may show that one waits, or no longer: the cart, or what an order was changed or canceled on. */
const mayChangeUnpaid = () =>
	location.pathname === "/cart" ||
	(/^\/(orders|payment)\//.test(location.pathname) && readUnpaid().length > 0);

/** Asks which orders wait, where that may have changed. */
async function askForUnpaid(): Promise<void> {
	if (!asksForUnpaid() && !mayChangeUnpaid()) return;
	const answer = await fetch("/cart/unpaid.json").catch(() => undefined);
	if (!answer?.ok) return;
	storeUnpaid(await answer.json());
	showUnpaid(true);
}

/** The pages that an order was placed on have nothing left of it: Back leads on to the order that was paid since. */
function leadToPaid(): void {
	const paid = lastPaid();
	if (paid && /^\/(checkout$|purchase\/)/.test(location.pathname))
		location.replace(`/orders/${paid}`);
}

const [visit] = performance.getEntriesByType("navigation");
if (visit instanceof PerformanceNavigationTiming && visit.type === "back_forward") leadToPaid();
showUnpaid(true);
void askForUnpaid();
addEventListener("storage", () => showUnpaid(false));
addEventListener("pageshow", ({ persisted }) => {
	if (!persisted) return;
	leadToPaid();
	showUnpaid(false);
	void askForUnpaid();
});
