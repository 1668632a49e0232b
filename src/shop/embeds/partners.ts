/** Partners: sites that show our tools and reviews. Which one sent a visitor is known without cookies. */
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";

const storageKey = "cogsmith-seen-on";

/** Keeps the partner's name that an address carries, for as long as this tab is open. */
export function keepPartner(address: string): void {
	const name = new URL(address).searchParams.get(partnerParameter);
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
