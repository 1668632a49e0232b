/** Embeds: tool cards and review feeds for other sites, iframes, oEmbed (oembed.com). */

import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";
import { shadowHtml, toHtml } from "../../../widgets/src/server.ts";
import { feedView, hrefOf, toolView, type ViewContext } from "../../../widgets/src/views.ts";
import { localeFor } from "../../../widgets/src/words.ts";
import { name as shopName } from "../../config/config.ts";
import { textLanguage } from "../../config/language.ts";
import { reviewsOfShop } from "../../messages/feeds.ts";
import { sitePaths } from "../../paths/site.ts";
import type { Tool } from "../tools/tools.ts";
import { type Colour, colourNames, iframeHtml } from "./iframe.ts";
import { defaultReviewCount, elementHeight, maxWidth } from "./sizes.ts";

/** Longest texts of a card and a review, in characters: more than their lines show. */
export const excerptLengths = { tool: 320, review: 400 } as const;

/** How long the edge caches embed data, in seconds: fresh, and then stale while it revalidates. */
export const embedTtl = { maxAge: 60, swr: 600 } as const;

/** The same for browsers, and stale for up to a day if revalidation fails. */
export const embedCacheControl = `public, max-age=${embedTtl.maxAge}, stale-while-revalidate=${embedTtl.swr}, stale-if-error=86400`;

/** Returns the timestamp of the minute, so that responses within one minute are identical. */
export function truncateToMinute(date: Date): string {
	return new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString();
}

/** Parses the number of reviews in a path; undefined unless it is 1 to 6. */
export function parseReviewCount(text: string): number | undefined {
	return /^[1-6]$/.test(text) ? Number(text) : undefined;
}

/** The appearance of an iframe or markup, from the query string. Invalid values are left out. */
export interface Appearance {
	theme: string | undefined;
	lang: string | undefined;
	partner: string | undefined;
	/** Colours of an iframe, by custom property: `#` and six hexadecimal digits. */
	colours: Partial<Record<Colour, string>>;
}

/** Reads how an embed looks from its address. What is malformed counts as missing. */
export function parseAppearance(parameters: URLSearchParams): Appearance {
	const matching = (name: string, pattern: RegExp) => {
		const value = parameters.get(name);
		return value && pattern.test(value) ? value : undefined;
	};
	const chosen = colourNames.flatMap((name) => {
		const digits = matching(name, /^[0-9a-f]{6}$/i);
		return digits ? [[name, `#${digits}`]] : [];
	});
	return {
		colours: Object.fromEntries(chosen),
		theme: matching("theme", /^(light|dark|auto)$/),
		lang: matching("lang", /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i),
		partner: matching("partner", partnerPattern),
	};
}

/** Returns the context to render a view with an appearance. */
export function viewContext(origin: string, appearance: Appearance): ViewContext {
	const partner = appearance.partner ?? "";
	return {
		shop: origin,
		locale: localeFor(appearance.lang ?? textLanguage),
		level: "3",
		partner,
		now: Date.now(),
	};
}

const appearanceAttributes = ({ theme, lang, partner }: Appearance): Record<string, string> => ({
	...(theme && { theme }),
	...(lang && { lang }),
	...(partner && { partner }),
});

/** What a card's element asks for: a tool by its id, a family by its address. */
const addressOf = ({ _id, family }: ToolData) => family?.address ?? _id;

/** Returns a tool card as declarative shadow DOM. */
export function toolMarkup(
	tool: ToolData,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const attributes = { "tool-id": addressOf(tool), ...appearanceAttributes(appearance) };
	const context = viewContext(origin, appearance);
	const href = hrefOf(context, `/tools/${encodeURIComponent(addressOf(tool))}`);
	const link = { href, text: tool.name };
	const view = toolView(tool, context);
	return shadowHtml("cogsmith-tool-card", attributes, view, style, link);
}

/** Returns a review feed as declarative shadow DOM. */
export function feedMarkup(
	reviews: readonly ReviewData[],
	limit: number,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const attributes = { limit: String(limit), ...appearanceAttributes(appearance) };
	const context = viewContext(origin, appearance);
	const link = { href: hrefOf(context, "/review"), text: reviewsOfShop };
	const view = feedView(reviews, context);
	return shadowHtml("cogsmith-review-feed", attributes, view, style, link);
}

/** Returns the partner's name in a query string, or an empty string if there is none or it is invalid. */
function parsePartner(parameters: URLSearchParams): string {
	const name = parameters.get(partnerParameter) ?? "";
	return partnerPattern.test(name) ? name : "";
}

/** Returns the URL for oEmbed discovery of a page (oembed.com, 4), for the partner in `searchParams`. */
export function oembedUrl(origin: string, path: string, searchParams: URLSearchParams): string {
	const href = hrefOf({ shop: origin, partner: parsePartner(searchParams) }, path);
	return `${origin}/oembed?format=json&url=${encodeURIComponent(href)}`;
}

/** Returns what a URL of the shop embeds as: a tool by its address, or the reviews without `tool`; otherwise undefined. */
export function resolveEmbed(
	href: string,
	origin: string,
): { tool?: string; partner: string | undefined } | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	if (url.origin !== origin) return undefined;
	const partner = parsePartner(url.searchParams) || undefined;
	if (/^\/review\/?$/.test(url.pathname)) return { partner };
	const address = /^\/tools\/([^/]+)\/?$/.exec(url.pathname)?.[1];
	try {
		return address ? { tool: decodeURIComponent(address), partner } : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the oEmbed response of type rich (oembed.com, 2.3.4.4). */
export function oembedResponse(
	target: {
		title: string;
		tool?: Pick<Tool, "_id" | "address"> | undefined;
		partner: string | undefined;
	},
	origin: string,
	max: { width: number | undefined; height: number | undefined },
) {
	const { tool } = target;
	const element = tool ? "tool" : "feed";
	const page = tool ? sitePaths.tool(tool) : sitePaths.review;
	// Names the tool by its id: the frame's address stays in other sites' pages.
	const frame = `/embed/v1${tool ? sitePaths.tool({ _id: tool._id }) : `/reviews/${defaultReviewCount}`}`;
	const width = Math.min(max.width ?? maxWidth[element], maxWidth[element]);
	const height = Math.min(max.height ?? Number.POSITIVE_INFINITY, elementHeight(element, width));
	const link = hrefOf({ shop: origin, partner: target.partner ?? "" }, page);
	const src = `${origin}${frame}${target.partner ? `?partner=${target.partner}` : ""}`;
	return {
		version: "1.0",
		type: "rich",
		provider_name: shopName,
		provider_url: `${origin}/`,
		title: target.title,
		cache_age: 3600,
		width,
		height,
		html:
			toHtml(["blockquote", {}, ["a", { href: link }, target.title]]) +
			iframeHtml({ src, title: target.title, width, height }),
	};
}
