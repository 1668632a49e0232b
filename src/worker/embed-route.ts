/** The routes of embeds. */
import { crossOriginRoute, jsonBody } from "../http/cross-origin-route.ts";
import type { Route } from "../http/text-route.ts";
import type { Embed } from "../shop/embeds/embeds.server.ts";
import { embedCacheControl, embedTtl, parseAppearance } from "../shop/embeds/embeds.ts";
import {
	errorFrameResponse,
	frameResponse,
	markupResponse,
} from "../shop/embeds/responses.server.ts";

/** The JSON that our elements fetch, markup that another server includes, or an iframe page. */
type EmbedFormat = "json" | "markup" | "frame";

/** Creates the route of an embed in one format. Its path has one parameter, which names the data. */
export function embedRoute<Data>(embed: Embed<Data>, format: EmbedFormat): Route {
	return crossOriginRoute(
		async ({ params, url }) => {
			const [param = ""] = Object.values(params);
			const data = await embed.load(param);
			const policy = { ...embedTtl, tags: embed.tags(data) };
			const cached = { cacheControl: embedCacheControl, policy };
			if (format === "json") return { ...jsonBody(embed.json(data)), ...cached };
			const appearance = parseAppearance(url.searchParams);
			const markup = embed.markup(data, appearance);
			return format === "markup"
				? { ...(await markupResponse(markup)), ...cached }
				: { ...(await frameResponse(embed.title(data), markup, appearance)), ...cached };
		},
		format === "frame"
			? ({ url }, status) =>
					errorFrameResponse(embed.element, status, parseAppearance(url.searchParams))
			: undefined,
	);
}
