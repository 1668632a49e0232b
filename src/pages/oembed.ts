/** Describes an embed of a page of the shop, for sites that ask by its URL (oembed.com). */

import { ShopError } from "../errors.ts";
import { crossOriginRoute, jsonBody } from "../http/cross-origin-route.ts";
import { reviewsOfShop } from "../messages/feeds.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { getLinkedTool } from "../shop/embeds/embeds.server.ts";
import { embedCacheControl, oembedResponse, resolveEmbed } from "../shop/embeds/embeds.ts";

/** Parses a length in pixels, or returns undefined if it is missing. Throws ShopError `malformed`. */
function parsePixels(text: string | null): number | undefined {
	if (text === null) return undefined;
	if (!/^[1-9]\d{0,4}$/.test(text)) throw new ShopError("malformed");
	return Number(text);
}

export const { GET, ALL } = crossOriginRoute(async ({ url: { searchParams } }) => {
	const format = searchParams.get("format") ?? "json";
	const cacheControl = embedCacheControl;
	if (format !== "json") {
		return {
			body: "Only format=json is supported.",
			type: "text/plain",
			cacheControl,
			status: 501,
		};
	}
	const targetUrl = searchParams.get("url");
	if (!targetUrl) throw new ShopError("malformed");
	const max = {
		width: parsePixels(searchParams.get("maxwidth")),
		height: parsePixels(searchParams.get("maxheight")),
	};
	const target = resolveEmbed(targetUrl, shopOrigin());
	if (!target) throw new ShopError("not_found");
	const { partner } = target;
	const tool = target.tool === undefined ? undefined : await getLinkedTool(target.tool);
	const title = tool?.name ?? reviewsOfShop;
	return {
		...jsonBody(oembedResponse({ title, tool, partner }, shopOrigin(), max)),
		cacheControl,
	};
});
