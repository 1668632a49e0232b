/**
 * What the elements look like, as plain data: the browser builds nodes from it (nodes.ts), a server
 * text (server.ts). One description for both, so that markup rendered ahead is what the element
 * would have built itself.
 */
import type { ReviewData, ToolData } from "./data.ts";
import { partnerParameter } from "./partner.ts";
import type { Speech } from "./words.ts";

/** A text, nothing, or an element: name, attributes, children. */
export type View = string | false | undefined | readonly [string, Attributes, ...View[]];
type Attributes = Record<string, string>;

/** What a view needs to know besides its data. */
export interface Setting {
	/** The shop's origin. */
	shop: string;
	speech: Speech;
	/** Heading level, 1 to 6. */
	level: string;
	/** Empty where there is none. */
	partner: string;
	/** The moment it is shown, in milliseconds. */
	now: number;
}

/** What the shop wrote itself is in English, whatever language the elements' own words are in. */
const shopsOwn = { lang: "en", dir: "auto" };

/** The address of a page of the shop, with the partner's name where there is one. */
export function hrefOf({ shop, partner }: Pick<Setting, "shop" | "partner">, path: string): string {
	return shop + path + (partner ? `?${partnerParameter}=${partner}` : "");
}

/** A link into the shop. */
function link(setting: Setting, part: string, path: string, text: string, more?: Attributes): View {
	return ["a", { part, href: hrefOf(setting, path), ...more }, text];
}

/** A picture of the shop's own, nothing else: an address that leads elsewhere gives an empty board. */
function picture({ shop }: Setting, image: string, part: string, width: number): View {
	if (!/^\/images\/\w+$/.test(image)) return ["div", { part }];
	const src = `${shop}${image}?w=`;
	const srcset = `${src}${2 * width} 2x`;
	return ["img", { part, alt: "", srcset, src: src + width }];
}

/**
 * The page's own link, and where it brings none, one to what `path` below /embed/v1 is of. It is all
 * that is shown of an element that failed.
 */
export function fallback(setting: Setting, part: string, path = ""): View {
	const page = path.replace(/^reviews.*/, "review");
	return ["slot", { part }, link(setting, "link", `/${page}`, "Cogsmith")];
}

/** What both elements show until there is something to show: the page's own link over an outline. */
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
	/** From which age on a card says when its stock was checked. */
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
