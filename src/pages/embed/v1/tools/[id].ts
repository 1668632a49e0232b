import { embedRoute } from "../../../../http/embed-route.ts";
import { allowOnly } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { getToolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCacheControl, parseAppearance, toolMarkup } from "../../../../shop/embeds/embeds.ts";
import {
	elementStyle,
	errorFrameResponse,
	frameResponse,
} from "../../../../shop/embeds/responses.server.ts";

export const GET = embedRoute(
	async ({ params, url }) => {
		const tool = await getToolData(params.id ?? "");
		const appearance = parseAppearance(url.searchParams);
		const markup = toolMarkup(tool, shopOrigin(), elementStyle, appearance);
		return {
			...(await frameResponse(tool.name, markup, appearance)),
			cacheControl: embedCacheControl,
			tags: [`tool:${tool._id}`],
		};
	},
	({ url }, status) => errorFrameResponse("tool", status, parseAppearance(url.searchParams)),
);

export const HEAD = GET;
export const ALL = allowOnly("GET", "HEAD");
