/** The partner in the addresses of pages: what the shop knows of it without a script and without cookies. */
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";

/** A partner in an address, or in the one that the login page leads back to. */
function nameIn({ searchParams, origin }: URL): string | null {
	const name = searchParams.get(partnerParameter);
	const from = searchParams.get("from");
	if (name !== null || !from?.startsWith("/") || !URL.canParse(from, origin)) return name;
	return new URL(from, origin).searchParams.get(partnerParameter);
}

/**
 * Returns the valid name of the partner in the address of a page, or else in that of the page before, if that is one of
 * the shop too; undefined if there is none.
 */
export function partnerIn(url: string, referrer: string): string | undefined {
	const page = new URL(url);
	const before = URL.canParse(referrer) ? new URL(referrer) : undefined;
	const name = nameIn(page) ?? (before?.origin === page.origin ? nameIn(before) : null);
	return name !== null && partnerPattern.test(name) ? name : undefined;
}

/** A request, as far as it is read here. */
interface AskedPage {
	url: string;
	headers: { get: (name: string) => string | null };
}

/** Returns the partner of a request, from its address or the page that it comes from. */
export function partnerOf({ url, headers }: AskedPage): string | undefined {
	return partnerIn(url, headers.get("referer") ?? "");
}

/** Returns a path of the shop with the partner's name, if there is one. */
export function withPartner(path: string, partner: string | undefined): string {
	if (partner === undefined) return path;
	return `${path}${path.includes("?") ? "&" : "?"}${partnerParameter}=${partner}`;
}
