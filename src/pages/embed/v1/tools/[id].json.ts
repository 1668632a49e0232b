import { embedRoute } from "../../../../http/embed-route.ts";
import { allowOnly } from "../../../../http/handle.ts";
import { getToolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCacheControl } from "../../../../shop/embeds/embeds.ts";

export const GET = embedRoute(async ({ params }) => {
	const tool = await getToolData(params.id ?? "");
	return {
		body: JSON.stringify(tool),
		type: "application/json; charset=utf-8",
		cacheControl: embedCacheControl,
		tags: [`tool:${tool._id}`],
	};
});

export const HEAD = GET;
export const ALL = allowOnly("GET", "HEAD");
