/** A part of the sitemap: the public pages, or some of the tools. */
import { getCollection } from "astro:content";
import { textRoute } from "../../http/text-route.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { cachePolicy } from "../../platform/cache/cache-policy.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { publishedArticles } from "../../shop/articles/articles.server.ts";
import { loadCategories } from "../../shop/catalogue/catalogue.server.ts";
import { toolsInPart } from "../../shop/feeds/feeds.server.ts";
import { pagesPart, sitemapUrls } from "../../shop/feeds/sitemap.ts";
import { publishedLegalPages } from "../../shop/legal/published.ts";
import { listPages } from "../../shop/own-pages/pages.server.ts";

/** The public pages but those of tools. */
async function pagePaths(): Promise<string[]> {
	const jobs = await getCollection("jobs");
	const symptoms = await getCollection("symptoms");
	const standards = (await getCollection("standards")).filter(({ data }) => data.ofTheBike);
	const [categories, pages] = await Promise.all([loadCategories(), listPages(true)]);
	return [
		sitePaths.home,
		sitePaths.tools,
		publicPaths.categories,
		...categories.map(({ slug }) => publicPaths.category(slug)),
		sitePaths.review,
		publicPaths.blogs,
		...(await publishedArticles()).map(({ id }) => publicPaths.article(id)),
		publicPaths.portfolio,
		publicPaths.widgets,
		...(standards.length > 0 ? [publicPaths.fit] : []),
		...standards.map(({ id }) => publicPaths.fitDimension(id)),
		...(jobs.length > 0 ? [publicPaths.jobs] : []),
		...jobs.map(({ id }) => publicPaths.job(id)),
		...(jobs.length > 0 ? [publicPaths.gift] : []),
		...(symptoms.length > 0 ? [publicPaths.symptoms] : []),
		...symptoms.map(({ id }) => publicPaths.symptom(id)),
		...pages.map(({ slug }) => publicPaths.page(slug)),
		...publishedLegalPages.map((page) => publicPaths.legal(page)),
	];
}

export const { GET, ALL } = textRoute(
	"application/xml",
	cachePolicy("tools", "pages"),
	async ({ params: { part = "" } }) => {
		const origin = shopOrigin();
		if (part === pagesPart) {
			const paths = await pagePaths();
			return sitemapUrls(paths.map((path) => ({ address: origin + path })));
		}
		const found = await toolsInPart(part);
		return sitemapUrls(
			found.map(({ id, slug, updatedAt }) => ({
				address: origin + sitePaths.tool({ _id: id, address: slug }),
				changed: updatedAt,
			})),
		);
	},
);
