import { embed } from "../../../../http/embed.ts";
import { ShopError } from "../../../../http/errors.ts";
import { only } from "../../../../http/handle.ts";
import { reviewsData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, reviewCount } from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params }) => {
	const count = reviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	return {
		body: JSON.stringify(await reviewsData(count)),
		type: "application/json; charset=utf-8",
		caching: embedCaching,
		tags: ["reviews"],
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
