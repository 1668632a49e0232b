import { textRoute } from "../../http/text-route.ts";
import { cachePolicy } from "../../platform/cache/cache-policy.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { securityTxt } from "../../shop/feeds/security-txt.ts";

export const { GET, ALL } = textRoute("text/plain", cachePolicy(), async () =>
	securityTxt(shopOrigin(), new Date()),
);
