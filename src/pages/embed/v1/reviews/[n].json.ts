import { embedRoute } from "../../../../http/embed-route.ts";
import { allowOnly } from "../../../../http/handle.ts";
import { listReviewData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCacheControl, parseReviewCount } from "../../../../shop/embeds/embeds.ts";
import { ShopError } from "../../../../shop/errors.ts";

export const GET = embedRoute(async ({ params }) => {
	const count = parseReviewCount(params.n ?? "");
	if (!count) throw new ShopError("not_found");
	return {
		body: JSON.stringify(await listReviewData(count)),
		type: "application/json; charset=utf-8",
		cacheControl: embedCacheControl,
		tags: ["reviews"],
	};
});

export const HEAD = GET;
export const ALL = allowOnly("GET", "HEAD");
