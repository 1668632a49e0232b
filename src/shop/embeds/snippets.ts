/** The configurator's choice, and the code snippets for it. */
import {
	maxPartnerLength,
	partnerParameter,
	partnerPattern,
} from "../../../widgets/src/partner.ts";
import { escapeHtml } from "../../../widgets/src/server.ts";
import { luminanceOf } from "../../config/luminance.ts";
import { reviewsOfShop } from "../../messages/feeds.ts";
import type { elementLabels, themeLabels } from "../../messages/widgets.ts";
import type { Tool } from "../tools/tools.ts";
import { type Colour, iframeHtml } from "./iframe.ts";
import {
	defaultReviewCount,
	elementHeight,
	maxWidth,
	minWidthForColumns,
	phoneCardHeight,
	sideBySideMinWidth,
} from "./sizes.ts";

export type ElementName = keyof typeof elementLabels;
/** The colours that can be chosen, by custom property. */
const colourOptions = ["accent", "bg", "fg"] as const;
export type ColourOption = (typeof colourOptions)[number];

export interface Choice {
	element: ElementName;
	tool: string;
	/** Name of the tool, the text of the link. */
	toolName: string;
	limit: number;
	theme: keyof typeof themeLabels;
	/** Empty for the page's own. */
	lang: string;
	/** Empty if there is no partner. */
	partner: string;
	/** The input for a partner if it is invalid; otherwise empty. */
	invalidPartner: string;
	/** Width of the page's column, in CSS pixels. */
	column: number;
	colours: Partial<Record<ColourOption, string>>;
}

/** Returns what can be chosen of a list of tools: before a tool that stands for its family, the family. */
export function withFamilies(
	tools: readonly Pick<Tool, "_id" | "name" | "familyPage">[],
): Pick<Tool, "_id" | "name">[] {
	return tools.flatMap(({ _id, name, familyPage }) => [
		...(familyPage ? [{ _id: familyPage.address, name: familyPage.name }] : []),
		{ _id, name },
	]);
}

/** Parses a choice from a query string or a form. Invalid values become defaults. */
export function parseChoice(
	fields: URLSearchParams | FormData,
	tool: { _id: string; name: string },
	defaultColours: Record<ColourOption, string>,
): Choice {
	const text = (name: string) => String(fields.get(name) ?? "");
	const parseInteger = (name: string, min: number, max: number, fallback: number) => {
		const value = Math.floor(Number(text(name) || fallback));
		return value >= min && value <= max ? value : fallback;
	};
	const theme = text("theme");
	const partner = text("partner");
	const isName = partnerPattern.test(partner);
	const chosen = colourOptions.filter(
		(name) =>
			/^#[0-9a-f]{6}$/i.test(text(name)) && text(name).toLowerCase() !== defaultColours[name],
	);
	return {
		element: text("element") === "review-feed" ? "review-feed" : "tool-card",
		tool: tool._id,
		toolName: tool.name,
		limit: parseInteger("limit", 1, 6, defaultReviewCount),
		theme: theme === "light" || theme === "dark" ? theme : "auto",
		lang: /^[a-z]{2}$/.test(text("lang")) ? text("lang") : "",
		partner: isName ? partner : "",
		invalidPartner: isName ? "" : partner,
		column: parseInteger("column", 180, 1400, 640),
		colours: Object.fromEntries(chosen.map((name) => [name, text(name).toLowerCase()])),
	};
}

/** Returns a valid partner name close to the input, or an empty string. */
export function suggestPartner(input: string): string {
	return input
		.trim()
		.toLowerCase()
		.replace(/^https?:\/\/(www\.)?/, "")
		.normalize("NFKD")
		.replace(/\p{Mark}/gu, "")
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "")
		.slice(0, maxPartnerLength)
		.replace(/-$/, "");
}

/** Returns the chosen custom properties; a button's colour adds that of its text. */
export function chosenColours({ colours: chosen }: Choice): [name: Colour, value: string][] {
	const { accent, bg, fg } = chosen;
	const all: [Colour, string | undefined][] = [
		["accent", accent],
		["on-accent", accent && contrastingColour(accent)],
		["bg", bg],
		["fg", fg],
	];
	return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** Returns white or black, whichever has more contrast with a colour. */
const contrastingColour = (colour: string) => (luminanceOf(colour) > 0.179 ? "#000000" : "#ffffff");

/** Returns the choice as a query string, without defaults. */
export function choiceQuery(choice: Choice): string {
	const fields = new URLSearchParams({ element: choice.element });
	if (choice.element === "tool-card") fields.set("tool", choice.tool);
	else fields.set("limit", String(choice.limit));
	if (choice.theme !== "auto") fields.set("theme", choice.theme);
	for (const name of ["lang", "partner"] as const) if (choice[name]) fields.set(name, choice[name]);
	if (choice.column !== 640) fields.set("column", String(choice.column));
	for (const [name, value] of Object.entries(choice.colours)) fields.set(name, value);
	return `?${fields}`;
}

/** Returns the attributes of the chosen element. */
export function elementAttributes(choice: Choice): Record<string, string> {
	return {
		...(choice.element === "tool-card" ? { "tool-id": choice.tool } : { limit: `${choice.limit}` }),
		...(choice.theme !== "auto" && { theme: choice.theme }),
		...(choice.lang && { lang: choice.lang }),
		...(choice.partner && { partner: choice.partner }),
	};
}

/** The widgets' script: origin, versions and its `integrity`; and the shop's colours. */
export interface WidgetScript {
	origin: string;
	version: string;
	major: string;
	integrity: string;
	colours: Record<ColourOption, string>;
}

const attributesHtml = (attributes: Record<string, string>, prefix = ""): string =>
	Object.entries(attributes)
		.map(([name, value]) => ` ${prefix}${name}="${escapeHtml(value)}"`)
		.join("");

/** Returns the link to the shop that every snippet contains. */
export function shopLink(choice: Choice, origin: string): { href: string; text: string } {
	const tool = choice.element === "tool-card";
	const path = tool ? `/tools/${encodeURIComponent(choice.tool)}` : "/review";
	const query = choice.partner ? `?${partnerParameter}=${choice.partner}` : "";
	return { href: origin + path + query, text: tool ? choice.toolName : reviewsOfShop };
}

/** Returns the configurator's snippets, by name. */
export function snippets(choice: Choice, script: WidgetScript) {
	const { origin } = script;
	const { href, text } = shopLink(choice, origin);
	const link = (extraAttributes: string) =>
		`<a${extraAttributes} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
	const scriptTag = (version: string, extraAttributes: string) =>
		`<script type="module" src="${origin}/w/${version}/widgets.js"${extraAttributes} crossorigin></script>\n`;
	const name = `cogsmith-${choice.element}`;
	const attributes = elementAttributes(choice);
	const { "tool-id": _, ...dataAttributes } = attributes;
	return {
		element: `${scriptTag(script.version, ` integrity="${script.integrity}"`)}<${name}${attributesHtml(attributes)}>${link("")}</${name}>`,
		upgrade:
			scriptTag(script.major, "") +
			link(` data-cogsmith${attributesHtml(dataAttributes, "data-")}`),
		frame: `${href}\n\n${frameSnippet(choice, origin, text)}`,
		link: link(""),
		policy: `script-src ${origin}; connect-src ${origin}; img-src ${origin}; frame-src ${origin}`,
		style: styleSnippet(choice),
	};
}

function frameSnippet(choice: Choice, origin: string, title: string): string {
	const { "tool-id": id, limit, ...appearance } = elementAttributes(choice);
	const path = id ? `tools/${encodeURIComponent(id)}` : `reviews/${limit}`;
	const query = new URLSearchParams(appearance);
	for (const [name, value] of chosenColours(choice)) query.set(name, value.slice(1));
	const kind = id ? "tool" : "feed";
	const width = Math.min(choice.column, maxWidth[kind]);
	const height = elementHeight(kind, width, choice.limit);
	const src = `${origin}/embed/v1/${path}${query.size > 0 ? `?${query}` : ""}`;
	return iframeHtml({ src, title, width, height });
}

/** Returns the stylesheet that reserves the element's space and sets its colours. */
function styleSnippet(choice: Choice): string {
	const name = `cogsmith-${choice.element}`;
	const kind = choice.element === "tool-card" ? "tool" : "feed";
	const colourProperties = chosenColours(choice).map(
		([property, value]) => `\n  --cogsmith-${property}: ${value};`,
	);
	const height = (pixels: number) => `${pixels}px`;
	const lines = [
		`${name}:not(:defined), a[data-cogsmith] { display: block; }`,
		`${name}, a[data-cogsmith] {\n  min-height: ${height(elementHeight(kind, choice.column, choice.limit))};${colourProperties.join("")}\n}`,
	];
	// The layout changes in narrower windows, which have 24 px padding on both sides.
	const mediaRule = (width: number, minHeight: string) =>
		`@media (max-width: ${width + 48}px) { ${name}, a[data-cogsmith] { min-height: ${minHeight}; } }`;
	if (kind === "tool") {
		if (choice.column >= sideBySideMinWidth)
			lines.push(mediaRule(sideBySideMinWidth, phoneCardHeight));
	} else {
		for (const columns of [3, 2]) {
			const width = minWidthForColumns(columns);
			if (choice.column < width) continue;
			lines.push(mediaRule(width, height(elementHeight(kind, width - 1, choice.limit))));
		}
	}
	return lines.join("\n");
}
