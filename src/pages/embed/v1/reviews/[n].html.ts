import { embedRoute } from "../../../../http/embed-route.ts";
import { allowOnly } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { listReviewData } from "../../../../shop/embeds/embeds.server.ts";
import {
	embedCacheControl,
	feedMarkup,
	parseAppearance,
	parseReviewCount,
} from "../../../../shop/embeds/embeds.ts";
import { elementStyle, markupResponse } from "../../../../shop/embeds/responses.server.ts";
import { ShopError } from "../../../../shop/errors.ts";

export const GET = embedRoute(async ({ params, url }) => {
	const count = parseReviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	const appearance = parseAppearance(url.searchParams);
	return {
		...(await markupResponse(
			feedMarkup(await listReviewData(count), count, shopOrigin(), elementStyle, appearance),
		)),
		cacheControl: embedCacheControl,
		tags: ["reviews"],
	};
});

export const HEAD = GET;
export const ALL = allowOnly("GET", "HEAD");
