/** Stores the partner, the site that referred a visitor, in session storage and without cookies. */
import { partnerPattern } from "../../../widgets/src/partner.ts";
import { partnerIn } from "./partner-address.ts";

const storageKey = "cogsmith-seen-on";

/**
 * Stores the partner's name from a URL until the tab is closed. Also reads `referrer`: the visitor may have
 * left that page before its script ran.
 */
export function storePartner(url: string, referrer = ""): void {
	const name = partnerIn(url, referrer);
	if (!name) return;
	try {
		sessionStorage.setItem(storageKey, name);
	} catch {
		// Without session storage, the order has no partner.
	}
}

/** Returns the stored partner's name, or undefined. */
export function storedPartner(): string | undefined {
	try {
		const name = sessionStorage.getItem(storageKey);
		return name && partnerPattern.test(name) ? name : undefined;
	} catch {
		return undefined;
	}
}
