import { embedRoute } from "../../../../http/embed-route.ts";
import { allowOnly } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { getToolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCacheControl, parseAppearance, toolMarkup } from "../../../../shop/embeds/embeds.ts";
import { elementStyle, markupResponse } from "../../../../shop/embeds/responses.server.ts";

export const GET = embedRoute(async ({ params, url }) => {
	const tool = await getToolData(params.id ?? "");
	return {
		...(await markupResponse(
			toolMarkup(tool, shopOrigin(), elementStyle, parseAppearance(url.searchParams)),
		)),
		cacheControl: embedCacheControl,
		tags: [`tool:${tool._id}`],
	};
});

export const HEAD = GET;
export const ALL = allowOnly("GET", "HEAD");
