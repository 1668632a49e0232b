/** What other programs read: the sitemap, feeds and the image of links. They are not in sitePaths, which every script has. */
import { newToolsOfShop, reviewsOfShop } from "../../messages.feeds.ts";
import { sitePaths } from "../../site-paths.ts";

export const feedPaths = {
	/** The newest tools and reviews, in Atom. */
	tools: "/feeds/tools.atom",
	reviews: "/feeds/reviews.atom",
	/** All tools for Google Merchant Center. */
	products: "/feeds/products.xml",
	sitemap: "/sitemap.xml",
	/** A part of the sitemap: `pages`, or `tools-1` and so on. */
	sitemapPart: (part: string) => `/sitemap/${part}.xml`,
	/** The image of links to the shop: local/social-image.ts. */
	socialImage: "/social.jpg",
} as const;

/** Entries of an Atom feed. */
export const feedLength = 20;

/** A feed for the head of a page. */
interface FeedLink {
	path: string;
	title: string;
}

const toolsFeed = { path: feedPaths.tools, title: newToolsOfShop };
const reviewsFeed = { path: feedPaths.reviews, title: reviewsOfShop };

const feedsByPage: Record<string, readonly FeedLink[]> = {
	[sitePaths.home]: [toolsFeed, reviewsFeed],
	[sitePaths.tools]: [toolsFeed],
	[sitePaths.review]: [reviewsFeed],
};

/** Returns the feeds of what a page lists. */
export function feedsOf(pathname: string): readonly FeedLink[] {
	return feedsByPage[pathname] ?? [];
}
