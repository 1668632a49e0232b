/** Partners: sites that show our tools and reviews. Which one sent a visitor is known without cookies. */
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";

const storageKey = "cogsmith-seen-on";

/**
 * Keeps the partner's name that an address carries, for as long as this tab is open. `referrer`, the
 * page before, counts where it is ours: its own script may not have run yet when it was left.
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
		// A browser that keeps nothing keeps no partner either.
	}
}

/** The partner that sent this tab here, if one did. */
export function storedPartner(): string | undefined {
	try {
		const name = sessionStorage.getItem(storageKey);
		return name && partnerPattern.test(name) ? name : undefined;
	} catch {
		return undefined;
	}
}
