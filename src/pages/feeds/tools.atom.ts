import { textRoute } from "../../http/text-route.ts";
import { newToolsOfShop } from "../../messages.ts";
import { cachePolicy } from "../../platform/cache-policy.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { atomFeed } from "../../shop/feeds/atom.ts";
import { newestTools } from "../../shop/feeds/feeds.server.ts";
import { feedPaths } from "../../shop/feeds/feeds.ts";
import { sitePaths } from "../../site-paths.ts";

export const { GET, HEAD, ALL } = textRoute(
	"application/atom+xml",
	cachePolicy("tools"),
	async () => {
		const origin = shopOrigin();
		const tools = await newestTools();
		return atomFeed({
			url: origin + feedPaths.tools,
			page: origin + sitePaths.tools,
			title: newToolsOfShop,
			entries: tools.map(({ id, name, description, image, createdAt }) => ({
				id: origin + sitePaths.tool(id),
				url: origin + sitePaths.tool(id),
				title: name,
				published: createdAt,
				text: description,
				image: origin + image,
			})),
		});
	},
);
