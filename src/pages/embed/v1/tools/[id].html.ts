import { embed } from "../../../../http/embed.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { toolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, lookOf, toolMarkup } from "../../../../shop/embeds/embeds.ts";
import { elementStyle, ready } from "../../../../shop/embeds/frames.server.ts";

export const GET = embed(async ({ params, url }) => {
	const tool = await toolData(params.id ?? "");
	return {
		...(await ready(toolMarkup(tool, shopOrigin(), elementStyle, lookOf(url.searchParams)))),
		caching: embedCaching,
		tags: [`tool:${tool._id}`],
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
