import { embed } from "../../../../http/embed.ts";
import { only } from "../../../../http/handle.ts";
import { toolData } from "../../../../shop/embeds/embeds.server.ts";
import { embedCaching } from "../../../../shop/embeds/embeds.ts";

export const GET = embed(async ({ params }) => {
	const tool = await toolData(params.id ?? "");
	return {
		body: JSON.stringify(tool),
		type: "application/json; charset=utf-8",
		caching: embedCaching,
		tags: [`tool:${tool._id}`],
	};
});

export const HEAD = GET;
export const ALL = only("GET", "HEAD");
