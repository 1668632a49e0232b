/**
 * The elements' views as plain data: the browser builds nodes from it (nodes.ts), a server HTML
 * (server.ts). Both use the same data, so that server-rendered markup equals what the element builds.
 */
import type { ReviewData, ToolData } from "./data.ts";
import { partnerParameter } from "./partner.ts";
import type { Speech } from "./words.ts";

/** A text, nothing, or an element: name, attributes, children. */
export type View = string | false | undefined | readonly [string, Attributes, ...View[]];
type Attributes = Record<string, string>;

/** The context of a view in addition to its data. */
export interface Setting {
	/** The shop's origin. */
	shop: string;
	speech: Speech;
	/** Heading level, 1 to 6. */
	level: string;
	/** The partner's name; empty if there is none. */
	partner: string;
	/** The current time, in UTC milliseconds. */
	now: number;
}

/** The shop's own texts are in English, whatever the language of the elements' texts. */
const shopsOwn = { lang: "en", dir: "auto" };

/** The URL of a page of the shop, with the partner's name if there is one. */
export function hrefOf({ shop, partner }: Pick<Setting, "shop" | "partner">, path: string): string {
	return shop + path + (partner ? `?${partnerParameter}=${partner}` : "");
}

/** A link to the shop. */
function link(setting: Setting, part: string, path: string, text: string, more?: Attributes): View {
	return ["a", { part, href: hrefOf(setting, path), ...more }, text];
}

/** A picture of the shop. Any other URL results in an empty box. */
function picture({ shop }: Setting, image: string, part: string, width: number): View {
	if (!/^\/images\/\w+$/.test(image)) return ["div", { part }];
	const src = `${shop}${image}?w=`;
	const srcset = `${src}${2 * width} 2x`;
	return ["img", { part, alt: "", srcset, src: src + width }];
}

/**
 * The page's own link, or, without one, a link to the page of `path` below /embed/v1. After an error it
 * is all that the element shows.
 */
export function fallback(setting: Setting, part: string, path = ""): View {
	const page = path.replace(/^reviews.*/, "review");
	return ["slot", { part }, link(setting, "link", `/${page}`, "Cogsmith")];
}

/** The view while an element loads: the page's own link over a skeleton. */
export function loadingView(setting: Setting, path: string): View {
	return [
		"div",
		{ part: "root skeleton", "aria-busy": "true" },
		["div", { part: "image" }],
		["div", {}, fallback(setting, "", path)],
	];
}

/** The card of a tool. */
export function toolView(tool: ToolData, setting: Setting): View {
	const { words, tag, of } = setting.speech;
	const [purchase, minimum, stock, soldOut, checked, gone, tools] = words;
	const { _id, price = 0, quantity = 0, minOrderQuantity = 1, retired } = tool;
	const path = encodeURIComponent(_id);
	const put = (text: string, value: number | string) =>
		text.replace("#", value.toLocaleString(tag));
	const minutes = Math.floor((setting.now - Date.parse(tool.checkedAt)) / 60_000);
	/** The age from which a card shows when its stock was checked. */
	const staleMinutes = 10;
	const orderable = quantity >= minOrderQuantity;
	const facts = retired
		? [gone]
		: [
				orderable ? put(stock, quantity) : soldOut,
				minOrderQuantity > 1 && put(minimum, minOrderQuantity),
				minutes >= staleMinutes && put(checked, ago(tag, minutes)),
			];
	return [
		"article",
		{ part: "root card", lang: of },
		picture(setting, tool.image, "image", 320),
		[
			"div",
			{},
			[
				`h${setting.level}`,
				{ part: "title", id: "t", ...shopsOwn },
				retired ? tool.name : link(setting, "link", `/tools/${path}`, tool.name),
			],
			["p", { part: "description", ...shopsOwn }, tool.description],
			["p", { part: "facts" }, facts.filter(Boolean).join(" · ")],
			retired
				? ["p", {}, link(setting, "cta", "/tools", tools)]
				: [
						"p",
						{},
						[
							"strong",
							{ part: "price" },
							price.toLocaleString(tag, { style: "currency", currency: "USD" }),
						],
						orderable &&
							link(setting, "cta", `/purchase/${path}`, purchase, {
								id: "c",
								"aria-labelledby": "c t",
							}),
					],
		],
	];
}

/** How long ago, in minutes or hours. */
function ago(tag: string, minutes: number): string {
	const format = new Intl.RelativeTimeFormat(tag);
	return minutes < 60
		? format.format(-minutes, "minute")
		: format.format(-Math.floor(minutes / 60), "hour");
}

/** The feed of reviews. */
export function feedView(reviews: readonly ReviewData[], setting: Setting): View {
	const { words, of } = setting.speech;
	const [empty, all] = words.slice(9);
	return [
		"div",
		{ part: "root feed", lang: of },
		reviews[0]
			? [
					"ul",
					{ part: "list", role: "list" },
					...reviews.map((review) => reviewView(review, setting)),
				]
			: ["p", { part: "empty" }, empty],
		link(setting, "link", "/review", all as string),
	];
}

function reviewView(review: ReviewData, setting: Setting): View {
	const { words, tag } = setting.speech;
	const [outOf = "", verified] = words.slice(7);
	const stars = Math.min(5, Math.round(review.name));
	const { tool } = review;
	const date = new Date(review.createdAt);
	return [
		"li",
		{ part: "review" },
		[
			"header",
			{},
			picture(setting, review.image, "avatar", 160),
			[
				"span",
				{ part: "stars", role: "img", "aria-label": outOf.replace("#", `${stars}`) },
				"★".repeat(stars),
				["i", {}, "★".repeat(5 - stars)],
			],
			[`h${setting.level}`, { part: "title", dir: "auto" }, review.author],
			[
				"small",
				{},
				+date > 0 && date.toLocaleDateString(tag, { dateStyle: "medium", timeZone: "UTC" }),
				review.verified && ` · ${verified}`,
			],
		],
		["p", { part: "text", ...shopsOwn }, review.description],
		tool && link(setting, "link", `/tools/${encodeURIComponent(tool._id)}`, tool.name, shopsOwn),
	];
}
