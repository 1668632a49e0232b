import { getCollection } from "astro:content";
import { textRoute } from "../http/text-route.ts";
import { cachePolicy } from "../platform/cache-policy.ts";
import { shopOrigin } from "../platform/settings.ts";
import { llmsTxt } from "../shop/feeds/llms.ts";
import { sitePaths } from "../site-paths.ts";

export const { GET, HEAD, ALL } = textRoute("text/plain", cachePolicy("tools"), async () => {
	const jobs = await getCollection("jobs");
	const standards = await getCollection("standards");
	return llmsTxt(shopOrigin(), {
		categories: [],
		jobs: jobs.map(({ id, data }) => ({
			name: data.title,
			path: sitePaths.jobData(id),
			note: data.summary,
		})),
		hasFit: standards.length > 0,
	});
});
