import { textRoute } from "../http/text-route.ts";
import { cachePolicy } from "../platform/cache/cache-policy.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { robotsTxt } from "../shop/feeds/robots.ts";

export const { GET, ALL } = textRoute("text/plain", cachePolicy(), async () =>
	robotsTxt(shopOrigin()),
);
