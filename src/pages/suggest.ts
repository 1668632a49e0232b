/** Suggestions while a visitor types a search: names of tools and jobs with their addresses. */
import { publicRoute } from "../http/text-route.ts";
import { cachePolicy } from "../platform/cache/cache-policy.ts";
import { searchContent } from "../shop/search/content.server.ts";
import { suggest } from "../shop/search/suggest.server.ts";

export const { GET, ALL } = publicRoute(async ({ url, cache }) => {
	cache.set(cachePolicy("tools"));
	const q = url.searchParams.get("q") ?? "";
	return Response.json(await suggest(q, await searchContent()), {
		headers: { "Cache-Control": "public, max-age=60" },
	});
});
