/**
 * The elements' views as plain data: the browser builds nodes from it (nodes.ts), a server HTML
 * (server.ts). Both use the same data, so that server-rendered markup equals what the element builds.
 */
import type { ReviewData, ToolData } from "./data.ts";
import { partnerParameter } from "./partner.ts";
import type { Locale } from "./words.ts";

/** A text, nothing, or an element: name, attributes, children. */
export type View = string | false | undefined | readonly [string, Attributes, ...View[]];
type Attributes = Record<string, string>;

/** The context of a view in addition to its data. */
export interface ViewContext {
	/** The shop's origin. */
	shop: string;
	locale: Locale;
	/** Heading level, 1 to 6. */
	level: string;
	/** The partner's name; empty if there is none. */
	partner: string;
	/** The current time, in UTC milliseconds. */
	now: number;
}

/** The shop's own texts are in English, whatever the language of the elements' texts. */
const shopTextAttributes = { lang: "en", dir: "auto" };

/** The URL of a page of the shop, with the partner's name if there is one. */
export function hrefOf(
	{ shop, partner }: Pick<ViewContext, "shop" | "partner">,
	path: string,
): string {
	return shop + path + (partner ? `?${partnerParameter}=${partner}` : "");
}

/** The shop's host, the text of a link that the page gave no text. */
export function hostOf({ shop }: Pick<ViewContext, "shop">): string {
	return shop.replace("https://", "");
}

/** A link to the shop. */
function link(
	context: ViewContext,
	part: string,
	path: string,
	text: string,
	extra?: Attributes,
): View {
	return ["a", { part, href: hrefOf(context, path), ...extra }, text];
}

/** An image of the shop. Any other URL results in an empty box. */
function shopImage({ shop }: ViewContext, image: string, part: string, width: number): View {
	if (!/^\/images\/\w+$/.test(image)) return ["div", { part }];
	const src = `${shop}${image}?w=`;
	const srcset = `${src}${2 * width} 2x`;
	return ["img", { part, alt: "", srcset, src: src + width }];
}

/**
 * The page's own link, or, without one, a link to the page of `path` below /embed/v1. After an error it
 * is all that the element shows.
 */
export function fallbackLink(context: ViewContext, part: string, path = ""): View {
	const page = path.replace(/^reviews.*/, "review");
	return ["slot", { part }, link(context, "link", `/${page}`, hostOf(context))];
}

/** The view while an element loads: the page's own link over a skeleton. */
export function loadingView(context: ViewContext, path: string): View {
	return [
		"div",
		{ part: "root skeleton", "aria-busy": "true" },
		["div", { part: "image" }],
		["div", {}, fallbackLink(context, "", path)],
	];
}

/** The card of a tool. */
export function toolView(tool: ToolData, context: ViewContext): View {
	const { messages, tag, language } = context.locale;
	const [purchase, minimum, stock, soldOut, checked, noLongerSold, tools, from, versions] =
		messages;
	const {
		_id,
		price,
		amount = price as number,
		currency = "USD",
		unitAmount,
		quantity = 0,
		minOrderQuantity = 1,
		retired,
		family,
		isGiftCard,
		sale,
		smallestOrder,
	} = tool;
	const page = `/tools/${encodeURIComponent(family ? family.address : _id)}`;
	const interpolate = (text: string, value: number | string) =>
		text.replace("#", value.toLocaleString(tag));
	const money = (value: number) => value.toLocaleString(tag, { style: "currency", currency });
	const minutes = Math.floor((context.now - Date.parse(tool.checkedAt)) / 60_000);
	/** The age from which a card shows when its stock was checked. */
	const staleMinutes = 10;
	const canOrder = quantity >= minOrderQuantity;
	const factTexts = retired
		? [noLongerSold]
		: [
				unitAmount && `${money(unitAmount)}/${tool.per}`,
				canOrder ? !family && !isGiftCard && interpolate(stock, quantity) : soldOut,
				family && interpolate(versions, family.count),
				minOrderQuantity > 1 &&
					interpolate(minimum, minOrderQuantity) +
						(smallestOrder ? `, ${money(smallestOrder.price)}` : ""),
				!isGiftCard && minutes >= staleMinutes && interpolate(checked, ago(tag, minutes)),
			];
	const facts = factTexts.filter(Boolean);
	// What a page reserves is too low for everything at once: the description is what a card can do without.
	const isCrowded = [...facts, sale, tool.name.length > 25].filter(Boolean).length > 3;
	return [
		"article",
		{ part: "root card", lang: language },
		shopImage(context, tool.image, "image", 320),
		[
			"div",
			{},
			[
				`h${context.level}`,
				{ part: "title", id: "t", ...shopTextAttributes },
				retired ? ["bdi", {}, tool.name] : link(context, "link", page, tool.name),
			],
			!isCrowded && ["p", { part: "description", ...shopTextAttributes }, tool.description],
			["p", { part: "facts", dir: "auto" }, facts.join(" · ")],
			retired
				? ["p", {}, link(context, "cta", "/tools", tools)]
				: [
						"p",
						{},
						[
							"strong",
							{ part: "price" },
							family?.from ? interpolate(from, money(amount)) : money(amount),
							sale && ["s", {}, money(sale.before)],
						],
						canOrder &&
							link(context, "cta", page, purchase, {
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
export function feedView(reviews: readonly ReviewData[], context: ViewContext): View {
	const { messages, language } = context.locale;
	const [empty, all] = messages.slice(11);
	return [
		"div",
		{ part: "root feed", lang: language },
		reviews[0]
			? [
					"ul",
					{ part: "list", role: "list" },
					...reviews.map((review) => reviewView(review, context)),
				]
			: ["p", { part: "empty" }, empty],
		link(context, "link", "/review", all as string),
	];
}

function reviewView(review: ReviewData, context: ViewContext): View {
	const { messages, tag } = context.locale;
	const [outOf = "", verified] = messages.slice(9);
	const stars = Math.min(5, Math.round(review.name));
	const { tool } = review;
	// Long names take the room of three lines of the text.
	const isBrief = review.author.length + (tool?.name.length ?? 0) > 50;
	const date = new Date(review.createdAt);
	return [
		"li",
		{ part: "review" },
		[
			"div",
			{ part: "reviewer" },
			shopImage(context, review.image, "avatar", 160),
			[
				"div",
				{ part: "byline" },
				[
					"span",
					{ part: "stars", role: "img", "aria-label": outOf.replace("#", `${stars}`) },
					"★".repeat(stars),
					["i", {}, "★".repeat(5 - stars)],
				],
				[`h${context.level}`, { part: "title", dir: "auto" }, ["bdi", {}, review.author]],
				[
					"small",
					{},
					+date > 0 && date.toLocaleDateString(tag, { dateStyle: "medium", timeZone: "UTC" }),
					review.verified && ` · ${verified}`,
				],
			],
		],
		["p", { part: isBrief ? "text brief" : "text", ...shopTextAttributes }, review.description],
		tool &&
			link(
				context,
				"link",
				`/tools/${encodeURIComponent(tool._id)}`,
				tool.name,
				shopTextAttributes,
			),
	];
}
