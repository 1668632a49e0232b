/** What crawlers may read: RFC 9309. */
import { feedPaths } from "./feeds.ts";

/**
 * Returns robots.txt. Private pages stay out of search engines by their own `noindex`, which a crawler
 * must read to know it.
 */
export function robotsTxt(origin: string): string {
	return `User-agent: *
Disallow: /api/
Allow: ${feedPaths.apiDocs}
Allow: ${feedPaths.openApi}

Sitemap: ${origin}${feedPaths.sitemap}
`;
}
