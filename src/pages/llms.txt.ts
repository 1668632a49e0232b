/** The shop for language models: llmstxt.org. */
import { getCollection } from "astro:content";
import { textRoute } from "../http/text-route.ts";
import { publicPaths } from "../paths/public.ts";
import { cachePolicy } from "../platform/cache/cache-policy.ts";
import { shopOrigin } from "../platform/settings/settings.ts";
import { loadCategories } from "../shop/catalogue/catalogue.server.ts";
import { llmsTxt } from "../shop/feeds/llms.ts";

export const { GET, ALL } = textRoute("text/plain", cachePolicy("tools"), async () => {
	const categories = await loadCategories();
	const jobs = await getCollection("jobs");
	const standards = await getCollection("standards");
	return llmsTxt(shopOrigin(), {
		categories: categories.map(({ slug, name, description }) => ({
			name,
			path: publicPaths.category(slug),
			note: description,
		})),
		jobs: jobs.map(({ id, data }) => ({
			name: data.title,
			path: publicPaths.jobData(id),
			note: data.summary,
		})),
		hasFit: standards.length > 0,
	});
});
