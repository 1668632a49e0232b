/** Begins the visit of a page: stores the partner that referred the visitor. */
import { storePartner } from "../shop/partners/partner-storage.ts";

declare global {
	interface Document {
		/** TypeScript's DOM library does not have it yet. */
		readonly prerendering?: boolean;
	}
}

function startVisit(): void {
	storePartner(location.href, document.referrer);
}

// A prerendered page is visited later, or never (WICG Prerendering).
if (document.prerendering)
	document.addEventListener("prerenderingchange", () => {
		startVisit();
		// What the cart, the bike and the session show may have changed since.
		dispatchEvent(new Event("storage"));
	});
else startVisit();
