/** Stores the partner, the site that referred a visitor, in session storage and without cookies. */
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";

const storageKey = "cogsmith-seen-on";

/**
 * Stores the partner's name from a URL until the tab is closed. Also reads `referrer` if it is a page of
 * the shop: the visitor may have left that page before its script ran.
 */
export function storePartner(url: string, referrer = ""): void {
	const pageUrl = new URL(url);
	const referrerUrl = URL.canParse(referrer) ? new URL(referrer) : undefined;
	const name =
		pageUrl.searchParams.get(partnerParameter) ??
		(referrerUrl?.origin === pageUrl.origin
			? referrerUrl.searchParams.get(partnerParameter)
			: null);
	if (!name || !partnerPattern.test(name)) return;
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
