/** What other sites show of the shop: the data of a card and a feed, frames, oEmbed (oembed.com). */

import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";
import { declared, toHtml } from "../../../widgets/src/server.ts";
import { feedView, hrefOf, type Setting, toolView } from "../../../widgets/src/views.ts";
import { speech } from "../../../widgets/src/words.ts";
import { type Colour, colourNames, frameHtml } from "./frame-html.ts";
import { feedLength, heightAt, widest } from "./sizes.ts";

/** How long the texts of a card and a review may be, in characters: more than their lines show. */
export const excerpts = { tool: 320, review: 400 } as const;

/** How many reviews a feed shows at most. */
export const mostReviews = 6;

/** How long embed data is kept, in seconds: as it is, and then while it is asked for again. */
export const embedAge = { maxAge: 60, swr: 600 } as const;

/** The same as browsers are told it, and a day if asking again fails. */
export const embedCaching = `public, max-age=${embedAge.maxAge}, stale-while-revalidate=${embedAge.swr}, stale-if-error=86400`;

/** A text cut at a word to at most `length` characters. */
export function excerpt(text: string, length: number): string {
	if (text.length <= length) return text;
	return `${text.slice(0, length).replace(/\s+\S*$/, "")}…`;
}

/** The moment to the minute: data asked for twice within one is the same to the byte. */
export function toTheMinute(moment: Date): string {
	return new Date(Math.floor(moment.getTime() / 60_000) * 60_000).toISOString();
}

/** The number of reviews an address asks for, or undefined where it is not one of 1 to 6. */
export function reviewCount(text: string): number | undefined {
	return /^[1-6]$/.test(text) ? Number(text) : undefined;
}

/** How a frame or ready markup is to look, from its address; what makes no sense is left out. */
export interface Look {
	theme: string | undefined;
	lang: string | undefined;
	partner: string | undefined;
	/** Colours of a frame, by custom property: `#` and six hexadecimal digits. */
	colours: Partial<Record<Colour, string>>;
}

export function lookOf(parameters: URLSearchParams): Look {
	const fitting = (name: string, pattern: RegExp) => {
		const value = parameters.get(name);
		return value && pattern.test(value) ? value : undefined;
	};
	const chosen = colourNames.flatMap((name) => {
		const digits = fitting(name, /^[0-9a-f]{6}$/i);
		return digits ? [[name, `#${digits}`]] : [];
	});
	return {
		colours: Object.fromEntries(chosen),
		theme: fitting("theme", /^(light|dark|auto)$/),
		lang: fitting("lang", /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i),
		partner: fitting("partner", partnerPattern),
	};
}

/** What a view needs to know to look as an address asks. */
export function settingOf(origin: string, look: Look): Setting {
	const partner = look.partner ?? "";
	return { shop: origin, speech: speech(look.lang ?? "en"), level: "3", partner, now: Date.now() };
}

const given = ({ theme, lang, partner }: Look): Record<string, string> => ({
	...(theme && { theme }),
	...(lang && { lang }),
	...(partner && { partner }),
});

/** A tool's card as declarative shadow DOM. */
export function toolMarkup(tool: ToolData, origin: string, style: string, look: Look): string {
	const attributes = { "tool-id": tool._id, ...given(look) };
	const setting = settingOf(origin, look);
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
	look: Look,
): string {
	const attributes = { limit: String(limit), ...given(look) };
	const setting = settingOf(origin, look);
	const link = { href: hrefOf(setting, "/review"), text: "Reviews of Cogsmith" };
	const view = feedView(reviews, setting);
	return declared("cogsmith-review-feed", attributes, view, style, link);
}

/** The partner an address names; empty where it names none, or what is no name. */
export function partnerOf(parameters: URLSearchParams): string {
	const name = parameters.get(partnerParameter) ?? "";
	return partnerPattern.test(name) ? name : "";
}

/** Where a page says how it can be shown elsewhere (oembed.com, 4), to the partner that `asked` names. */
export function oembedAddress(origin: string, path: string, asked: URLSearchParams): string {
	const address = hrefOf({ shop: origin, partner: partnerOf(asked) }, path);
	return `${origin}/oembed?format=json&url=${encodeURIComponent(address)}`;
}

/** What an address of the shop shows elsewhere: a tool, the reviews, or undefined for nothing. */
export function shownAt(
	address: string,
	origin: string,
): { toolId?: string; partner: string | undefined } | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	if (url.origin !== origin) return undefined;
	const partner = partnerOf(url.searchParams) || undefined;
	if (/^\/review\/?$/.test(url.pathname)) return { partner };
	const [, id] = /^\/tools\/([^/]+)\/?$/.exec(url.pathname) ?? [];
	try {
		return id ? { toolId: decodeURIComponent(id), partner } : undefined;
	} catch {
		return undefined;
	}
}

/** The oEmbed answer for what is shown (oembed.com, 2.3.4.4). */
export function oembed(
	shown: { title: string; toolId?: string | undefined; partner: string | undefined },
	origin: string,
	most: { width: number | undefined; height: number | undefined },
) {
	const element = shown.toolId === undefined ? "feed" : "tool";
	const page = element === "tool" ? `/tools/${encodeURIComponent(shown.toolId ?? "")}` : "/review";
	const frame = element === "tool" ? `/embed/v1${page}` : `/embed/v1/reviews/${feedLength}`;
	const width = Math.min(most.width ?? widest[element], widest[element]);
	const height = Math.min(most.height ?? Number.POSITIVE_INFINITY, heightAt(element, width));
	const link = hrefOf({ shop: origin, partner: shown.partner ?? "" }, page);
	const src = `${origin}${frame}${shown.partner ? `?partner=${shown.partner}` : ""}`;
	return {
		version: "1.0",
		type: "rich",
		provider_name: "Cogsmith",
		provider_url: `${origin}/`,
		title: shown.title,
		cache_age: 3600,
		width,
		height,
		html:
			toHtml(["blockquote", {}, ["a", { href: link }, shown.title]]) +
			frameHtml({ src, title: shown.title, width, height }),
	};
}
