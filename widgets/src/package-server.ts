/** The package's `/server` entry: the elements as markup, for server rendering. */
import type { Level } from "./attributes.ts";
import type { ReviewData, ToolData } from "./data.ts";
import { origin } from "./origin.ts";
import { partnerPattern } from "./partner.ts";
import { declared } from "./server.ts";
import style from "./style.css";
import { feedView, hrefOf, type Setting, toolView } from "./views.ts";
import { speech } from "./words.ts";

export type { ReviewData, ToolData } from "./data.ts";

/** The options of an element. All are optional. */
export interface Options {
	lang?: string | undefined;
	theme?: "light" | "dark" | "auto" | undefined;
	partner?: string | undefined;
	headingLevel?: Level | undefined;
}

function settingOf({ lang = "en", partner = "", headingLevel = 3 }: Options): Setting {
	return {
		shop: origin,
		speech: speech(lang),
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
	const setting = settingOf(options);
	const link = {
		href: hrefOf(setting, `/tools/${encodeURIComponent(tool._id)}`),
		text: tool.name,
	};
	return declared("cogsmith-tool-card", attributes, toolView(tool, setting), style, link);
}

/** A review feed as declarative shadow DOM, from the data of /embed/v1/reviews/{n}.json. */
export function reviewFeedHtml(reviews: readonly ReviewData[], options: Options = {}): string {
	const attributes = { limit: `${reviews.length}`, ...attributesOf(options) };
	const setting = settingOf(options);
	const link = { href: hrefOf(setting, "/review"), text: "Cogsmith" };
	return declared("cogsmith-review-feed", attributes, feedView(reviews, setting), style, link);
}
