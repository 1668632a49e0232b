/** Partners: sites that show our tools and reviews. Which one sent a visitor is known without cookies. */
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";

const storageKey = "cogsmith-seen-on";

/**
 * Keeps the partner's name that an address carries, for as long as this tab is open. `referrer`, the
 * page before, counts where it is ours: its own script may not have run yet when it was left.
 */
export function keepPartner(address: string, referrer = ""): void {
	const here = new URL(address);
	const before = URL.canParse(referrer) ? new URL(referrer) : undefined;
	const name =
		here.searchParams.get(partnerParameter) ??
		(before?.origin === here.origin ? before.searchParams.get(partnerParameter) : null);
	if (!name || !partnerPattern.test(name)) return;
	try {
		sessionStorage.setItem(storageKey, name);
	} catch {
		// A browser that keeps nothing keeps no partner either.
	}
}

/** The partner that sent this tab here, if one did. */
export function keptPartner(): string | undefined {
	try {
		const name = sessionStorage.getItem(storageKey);
		return name && partnerPattern.test(name) ? name : undefined;
	} catch {
		return undefined;
	}
}
