/** The index of the sitemap's parts. */
import { textRoute } from "../http/text-route.ts";
import { cachePolicy } from "../platform/cache/cache-policy.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { listSitemapParts } from "../shop/feeds/feeds.server.ts";
import { feedPaths } from "../shop/feeds/feeds.ts";
import { sitemapIndex } from "../shop/feeds/sitemap.ts";

export const { GET, ALL } = textRoute("application/xml", cachePolicy("tools"), async () => {
	const parts = await listSitemapParts();
	return sitemapIndex(parts.map((part) => shopOrigin() + feedPaths.sitemapPart(part)));
});
