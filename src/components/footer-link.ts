import type { LegalPage } from "../config/legal-pages.ts";
import { publicPaths } from "../paths/public.ts";

interface FooterEntry {
	path?: string | undefined;
	legal?: LegalPage | undefined;
}

/** Returns where an entry of the footer links to. A legal page that is not published is plain text. */
export function footerLink(
	{ path, legal }: FooterEntry,
	published: readonly LegalPage[],
): string | undefined {
	return legal && published.includes(legal) ? publicPaths.legal(legal) : path;
}
