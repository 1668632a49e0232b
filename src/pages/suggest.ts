/** Suggestions while a visitor types a search: names of tools and jobs with their addresses. */
import type { APIRoute } from "astro";
import { allowOnly } from "../http/handle.ts";
import { cachePolicy } from "../platform/cache-policy.ts";
import { searchContent } from "../shop/search/content.server.ts";
import { suggest } from "../shop/search/search.server.ts";

const respond: APIRoute = async ({ url, cache }) => {
	const { lexicon, jobs } = await searchContent();
	cache.set(cachePolicy("tools"));
	return Response.json(await suggest(url.searchParams.get("q") ?? "", lexicon, jobs), {
		headers: { "Cache-Control": "public, max-age=60" },
	});
};

export const GET = respond;
export const HEAD = respond;
export const ALL = allowOnly("GET", "HEAD");
