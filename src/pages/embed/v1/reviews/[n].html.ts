import { embed } from "../../../../http/embed.ts";
import { ShopError } from "../../../../http/errors.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { elementStyle, framePolicy, reviewsData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, feedMarkup, lookOf, reviewCount } from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params, url }) => {
	const count = reviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	const look = lookOf(url.searchParams);
	return {
		body: feedMarkup(await reviewsData(count), count, shopOrigin(), elementStyle, look),
		type: "text/html; charset=utf-8",
		caching: embedCaching,
		tags: ["reviews"],
		headers: {
			"X-Robots-Tag": "noindex",
			"Content-Security-Policy": await framePolicy("'none'"),
		},
	};
});

export const ALL = only("GET");
