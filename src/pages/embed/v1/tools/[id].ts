import { embed } from "../../../../http/embed.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { toolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, lookOf, toolMarkup } from "../../../../shop/embeds/embeds.ts";
import { elementStyle, frame, quietFrame } from "../../../../shop/embeds/frames.server.ts";

export const GET = embed(
	async ({ params, url }) => {
		const tool = await toolData(params.id ?? "");
		const look = lookOf(url.searchParams);
		const markup = toolMarkup(tool, shopOrigin(), elementStyle, look);
		return {
			...(await frame(tool.name, markup, look)),
			caching: embedCaching,
			tags: [`tool:${tool._id}`],
		};
	},
	({ url }, status) => quietFrame("tool", status, lookOf(url.searchParams)),
);

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
