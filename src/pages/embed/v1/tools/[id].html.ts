import { embed } from "../../../../http/embed.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { elementStyle, framePolicy, toolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, lookOf, toolMarkup } from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params, url }) => {
	const tool = await toolData(params.id ?? "");
	return {
		body: toolMarkup(tool, shopOrigin(), elementStyle, lookOf(url.searchParams)),
		type: "text/html; charset=utf-8",
		caching: embedCaching,
		tags: [`tool:${tool._id}`],
		headers: {
			"X-Robots-Tag": "noindex",
			"Content-Security-Policy": await framePolicy("'none'"),
		},
	};
});

export const ALL = only("GET");
