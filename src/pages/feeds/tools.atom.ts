/** The newest tools as an Atom feed. */
import { textRoute } from "../../http/text-route.ts";
import { newToolsOfShop } from "../../messages/feeds.ts";
import { sitePaths } from "../../paths/site.ts";
import { cachePolicy } from "../../platform/cache/cache-policy.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { atomFeed } from "../../shop/feeds/atom.ts";
import { newestTools } from "../../shop/feeds/feeds.server.ts";
import { feedPaths } from "../../shop/feeds/feeds.ts";

export const { GET, ALL } = textRoute("application/atom+xml", cachePolicy("tools"), async () => {
	const origin = shopOrigin();
	const tools = await newestTools();
	return atomFeed({
		url: origin + feedPaths.tools,
		page: origin + sitePaths.tools,
		title: newToolsOfShop(),
		entries: tools.map(({ id, address, name, description, image, createdAt }) => ({
			// It stays the same when the address changes (RFC 4287, 4.2.6).
			id: origin + sitePaths.tool({ _id: id }),
			url: origin + sitePaths.tool({ _id: id, address }),
			title: name,
			published: createdAt,
			text: description,
			image: origin + image,
		})),
	});
});
