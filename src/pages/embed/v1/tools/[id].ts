import { embed } from "../../../../http/embed.ts";
import { only } from "../../../../http/handle.ts";
import { shopOrigin } from "../../../../platform/settings.ts";
import { elementStyle, framePolicy, toolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching, framePage, lookOf, toolMarkup } from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params, url }) => {
	const tool = await toolData(params.id ?? "");
	const markup = toolMarkup(tool, shopOrigin(), elementStyle, lookOf(url.searchParams));
	return {
		body: framePage(tool.name, markup),
		type: "text/html; charset=utf-8",
		caching: embedCaching,
		tags: [`tool:${tool._id}`],
		headers: {
			"Content-Security-Policy": await framePolicy(),
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	};
});

export const ALL = only("GET");
