/** What other programs read: the sitemap, feeds and the image of links. They are not in sitePaths, which every script has. */
import { newToolsOfShop, reviewsOfShop } from "../../messages/feeds.ts";
import { sitePaths } from "../../paths/site.ts";

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

/** What browsers and other programs ask a site for at an address that they know (RFC 8615). */
export const wellKnownPaths = {
	security: "/.well-known/security.txt",
	changePassword: "/.well-known/change-password",
} as const;

/** The files that a browser reads of a site, which the build makes of the icon: local/shop-icons.ts. */
export const iconPaths = {
	/** What browsers ask for that know no SVG, and programs that read no page. */
	icon: "/favicon.ico",
	/** For the home screen of an iPhone, which looks for it there (Apple, "Configuring Web Applications"). */
	appleTouch: "/apple-touch-icon.png",
	/** With the name and the colours, for the home screens of others. */
	manifest: "/site.webmanifest",
	/** The manifest's icons: one as it is, and one with room around it that a device may cut off. */
	small: "/icon-192.png",
	large: "/icon-512.png",
	maskable: "/icon-maskable-512.png",
} as const;

/** Entries of an Atom feed. */
export const feedLength = 20;

/** A feed for the head of a page. */
interface FeedLink {
	path: string;
	title: string;
}

const toolsFeed = { path: feedPaths.tools, title: newToolsOfShop() };
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
