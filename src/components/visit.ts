/** What begins with a visit of a page. */
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
