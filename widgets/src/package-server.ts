/** The package's `/server` entry: the elements as markup, for server rendering. */
import type { Level } from "./attributes.ts";
import type { ReviewData, ToolData } from "./data.ts";
import { origin } from "./origin.ts";
import { partnerPattern } from "./partner.ts";
import { shadowHtml } from "./server.ts";
import style from "./style.css";
import { feedView, hostOf, hrefOf, toolView, type ViewContext } from "./views.ts";
import { localeFor } from "./words.ts";

export type { ReviewData, ToolData } from "./data.ts";

/** The options of an element. All are optional. */
export interface Options {
	lang?: string | undefined;
	theme?: "light" | "dark" | "auto" | undefined;
	partner?: string | undefined;
	headingLevel?: Level | undefined;
}

function contextOf({ lang = "en", partner = "", headingLevel = 3 }: Options): ViewContext {
	return {
		shop: origin,
		locale: localeFor(lang),
		level: `${headingLevel}`,
		partner: partnerPattern.test(partner) ? partner : "",
		now: Date.now(),
	};
}

function attributesOf({ lang, theme, partner, headingLevel }: Options): Record<string, string> {
	return {
		...(lang && { lang }),
		...(theme && { theme }),
		...(partner && { partner }),
		...(headingLevel && { "heading-level": `${headingLevel}` }),
	};
}

/** A tool card as declarative shadow DOM, from the data of /embed/v1/tools/{id}.json. */
export function toolCardHtml(tool: ToolData, options: Options = {}): string {
	const attributes = { "tool-id": tool._id, ...attributesOf(options) };
	const context = contextOf(options);
	const link = {
		href: hrefOf(context, `/tools/${encodeURIComponent(tool._id)}`),
		text: tool.name,
	};
	return shadowHtml("cogsmith-tool-card", attributes, toolView(tool, context), style, link);
}

/** A review feed as declarative shadow DOM, from the data of /embed/v1/reviews/{n}.json. */
export function reviewFeedHtml(reviews: readonly ReviewData[], options: Options = {}): string {
	const attributes = { limit: `${reviews.length}`, ...attributesOf(options) };
	const context = contextOf(options);
	const link = { href: hrefOf(context, "/review"), text: hostOf(context) };
	return shadowHtml("cogsmith-review-feed", attributes, feedView(reviews, context), style, link);
}
