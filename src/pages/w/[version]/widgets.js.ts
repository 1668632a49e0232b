/** The widgets' script, of a version or of the newest of a major version. */

import { ShopError } from "../../../errors.ts";
import { crossOriginRoute } from "../../../http/cross-origin-route.ts";
import { fileCaching, immutableMaxAgeS } from "../../../platform/cache/cache-policy.ts";
import { widgetsMajor, widgetsScript } from "../../../shop/embeds/widget-script.server.ts";

export const { GET, ALL } = crossOriginRoute(async ({ params: { version = "" } }) => {
	const body = await widgetsScript(version);
	if (body === undefined) throw new ShopError("not_found");
	return {
		body,
		type: "text/javascript; charset=utf-8",
		// A version never changes; browsers revalidate a major version every hour.
		...fileCaching(version === widgetsMajor ? 3600 : immutableMaxAgeS),
	};
});
