import { embed } from "../../../../http/embed.ts";
import { ShopError } from "../../../../http/errors.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { reviewsData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, feedMarkup, lookOf, reviewCount } from "../../../../shop/embeds/embeds.ts";
import { elementStyle, ready } from "../../../../shop/embeds/frames.server.ts";

export const GET = embed(async ({ params, url }) => {
	const count = reviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	const look = lookOf(url.searchParams);
	return {
		...(await ready(feedMarkup(await reviewsData(count), count, shopOrigin(), elementStyle, look))),
		caching: embedCaching,
		tags: ["reviews"],
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
