import { embed } from "../../../../http/embed.ts";
import { ShopError } from "../../../../http/errors.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { elementStyle, framePolicy, reviewsData } from "../../../../shop/embeds/embeds.server.ts";
import {
	embedCaching,
	feedMarkup,
	framePage,
	lookOf,
	reviewCount,
} from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params, url }) => {
	const count = reviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	const look = lookOf(url.searchParams);
	const markup = feedMarkup(await reviewsData(count), count, shopOrigin(), elementStyle, look);
	return {
		body: framePage("Reviews of Cogsmith", markup),
		type: "text/html; charset=utf-8",
		caching: embedCaching,
		tags: ["reviews"],
		headers: {
			"Content-Security-Policy": await framePolicy(),
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	};
});

export const ALL = only("GET");
