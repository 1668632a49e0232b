/** What crawlers may read: RFC 9309. */
import { publicPaths } from "../../paths/public.ts";
import { feedPaths } from "./feeds.ts";

/**
 * Returns robots.txt. Private pages stay out of search engines by their own `noindex`, which a crawler
 * must read to know it.
 */
export function robotsTxt(origin: string): string {
	return `User-agent: *
Disallow: /api/
Allow: ${publicPaths.apiDocs}
Allow: ${publicPaths.openApi}

Sitemap: ${origin}${feedPaths.sitemap}
`;
}
