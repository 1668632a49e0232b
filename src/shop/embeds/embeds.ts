/** What other sites show of the shop: the data of a card and a feed, frames, oEmbed (oembed.com). */

import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";
import { declared, toHtml } from "../../../widgets/src/server.ts";
import { feedView, hrefOf, type Setting, toolView } from "../../../widgets/src/views.ts";
import { speech } from "../../../widgets/src/words.ts";
import { type Colour, colourNames, iframeHtml } from "./iframe.ts";
import { defaultReviewCount, elementHeight, maxWidth } from "./sizes.ts";

/** How long the texts of a card and a review may be, in characters: more than their lines show. */
export const excerptLengths = { tool: 320, review: 400 } as const;

/** How many reviews a feed shows at most. */
export const maxReviews = 6;

/** How long embed data is kept, in seconds: as it is, and then while it is asked for again. */
export const embedCachePolicy = { maxAge: 60, swr: 600 } as const;

/** The same as browsers are told it, and a day if asking again fails. */
export const embedCacheControl = `public, max-age=${embedCachePolicy.maxAge}, stale-while-revalidate=${embedCachePolicy.swr}, stale-if-error=86400`;

/** A text cut at a word to at most `length` characters. */
export function excerpt(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	return `${text.slice(0, maxLength).replace(/\s+\S*$/, "")}…`;
}

/** The moment to the minute: data asked for twice within one is the same to the byte. */
export function truncateToMinute(date: Date): string {
	return new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString();
}

/** The number of reviews an address asks for, or undefined where it is not one of 1 to 6. */
export function parseReviewCount(text: string): number | undefined {
	return /^[1-6]$/.test(text) ? Number(text) : undefined;
}

/** How a frame or ready markup is to look, from its address; what makes no sense is left out. */
export interface Appearance {
	theme: string | undefined;
	lang: string | undefined;
	partner: string | undefined;
	/** Colours of a frame, by custom property: `#` and six hexadecimal digits. */
	colours: Partial<Record<Colour, string>>;
}

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

/** What a view needs to know to look as an address asks. */
export function viewSetting(origin: string, appearance: Appearance): Setting {
	const partner = appearance.partner ?? "";
	return {
		shop: origin,
		speech: speech(appearance.lang ?? "en"),
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

/** A tool's card as declarative shadow DOM. */
export function toolMarkup(
	tool: ToolData,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const attributes = { "tool-id": tool._id, ...appearanceAttributes(appearance) };
	const setting = viewSetting(origin, appearance);
	const href = hrefOf(setting, `/tools/${encodeURIComponent(tool._id)}`);
	const link = { href, text: tool.name };
	const view = toolView(tool, setting);
	return declared("cogsmith-tool-card", attributes, view, style, link);
}

/** The newest reviews as declarative shadow DOM. */
export function feedMarkup(
	reviews: readonly ReviewData[],
	limit: number,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const attributes = { limit: String(limit), ...appearanceAttributes(appearance) };
	const setting = viewSetting(origin, appearance);
	const link = { href: hrefOf(setting, "/review"), text: "Reviews of Cogsmith" };
	const view = feedView(reviews, setting);
	return declared("cogsmith-review-feed", attributes, view, style, link);
}

/** The partner an address names; empty where it names none, or what is no name. */
export function parsePartner(parameters: URLSearchParams): string {
	const name = parameters.get(partnerParameter) ?? "";
	return partnerPattern.test(name) ? name : "";
}

/** Where a page says how it can be shown elsewhere (oembed.com, 4), to the partner that `asked` names. */
export function oembedUrl(origin: string, path: string, searchParams: URLSearchParams): string {
	const href = hrefOf({ shop: origin, partner: parsePartner(searchParams) }, path);
	return `${origin}/oembed?format=json&url=${encodeURIComponent(href)}`;
}

/** What an address of the shop shows elsewhere: a tool, the reviews, or undefined for nothing. */
export function resolveEmbed(
	href: string,
	origin: string,
): { toolId?: string; partner: string | undefined } | undefined {
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	if (url.origin !== origin) return undefined;
	const partner = parsePartner(url.searchParams) || undefined;
	if (/^\/review\/?$/.test(url.pathname)) return { partner };
	const [, id] = /^\/tools\/([^/]+)\/?$/.exec(url.pathname) ?? [];
	try {
		return id ? { toolId: decodeURIComponent(id), partner } : undefined;
	} catch {
		return undefined;
	}
}

/** The oEmbed answer for what is shown (oembed.com, 2.3.4.4). */
export function oembedResponse(
	target: { title: string; toolId?: string | undefined; partner: string | undefined },
	origin: string,
	max: { width: number | undefined; height: number | undefined },
) {
	const element = target.toolId === undefined ? "feed" : "tool";
	const page = element === "tool" ? `/tools/${encodeURIComponent(target.toolId ?? "")}` : "/review";
	const frame = element === "tool" ? `/embed/v1${page}` : `/embed/v1/reviews/${defaultReviewCount}`;
	const width = Math.min(max.width ?? maxWidth[element], maxWidth[element]);
	const height = Math.min(max.height ?? Number.POSITIVE_INFINITY, elementHeight(element, width));
	const link = hrefOf({ shop: origin, partner: target.partner ?? "" }, page);
	const src = `${origin}${frame}${target.partner ? `?partner=${target.partner}` : ""}`;
	return {
		version: "1.0",
		type: "rich",
		provider_name: "Cogsmith",
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
