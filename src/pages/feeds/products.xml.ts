/** All listed tools for Google Merchant Center. */
import { streamedRoute } from "../../http/text-route.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { productFeed } from "../../shop/feeds/feeds.server.ts";

/** Merchant Center fetches it once a day; it reads every tool, so it is cached for an hour, in seconds. */
const maxAge = 60 * 60;

export const { GET, ALL } = streamedRoute("application/xml", maxAge, () =>
	productFeed(shopOrigin()),
);
