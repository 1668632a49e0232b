/** The configurator's choice, and the lines a partner pastes for it. */
import { longestPartner, partnerParameter, partnerPattern } from "../../../widgets/src/partner.ts";
import { escapeHtml } from "../../../widgets/src/server.ts";
import { type Colour, frameHtml } from "./frame-html.ts";
import { besideFrom, cardOnPhone, feedLength, heightAt, widest, widthOfColumns } from "./sizes.ts";

export const elements = { "tool-card": "Tool card", "review-feed": "Review feed" } as const;
export type ElementName = keyof typeof elements;

export const themes = { auto: "As the page around it", light: "Light", dark: "Dark" } as const;

/** The colours that can be chosen, by custom property, and what each is where nobody chooses. */
export const colours = {
	accent: ["Button", "#b5410b"],
	bg: ["Ground", "#f7f4ed"],
	fg: ["Text", "#24272b"],
} as const;
type Choosable = keyof typeof colours;

export interface Choice {
	element: ElementName;
	tool: string;
	/** Name of the tool, as the link says it. */
	toolName: string;
	limit: number;
	theme: keyof typeof themes;
	/** Empty: the page's own. */
	lang: string;
	/** Empty: nobody is named. */
	partner: string;
	/** What was written for a partner and is no name; empty where all is well. */
	wrongPartner: string;
	/** Width of the column it stands in, in CSS pixels. */
	column: number;
	colours: Partial<Record<Choosable, string>>;
}

/** A choice out of an address or a form; what makes no sense is as if it were not there. */
export function choiceOf(
	fields: URLSearchParams | FormData,
	tool: { _id: string; name: string },
): Choice {
	const text = (name: string) => String(fields.get(name) ?? "");
	const whole = (name: string, least: number, most: number, standard: number) => {
		const value = Math.floor(Number(text(name) || standard));
		return value >= least && value <= most ? value : standard;
	};
	const theme = text("theme");
	const partner = text("partner");
	const isName = partnerPattern.test(partner);
	const chosen = (Object.keys(colours) as Choosable[]).filter(
		(name) => /^#[0-9a-f]{6}$/i.test(text(name)) && text(name).toLowerCase() !== colours[name][1],
	);
	return {
		element: text("element") === "review-feed" ? "review-feed" : "tool-card",
		tool: tool._id,
		toolName: tool.name,
		limit: whole("limit", 1, 6, feedLength),
		theme: theme === "light" || theme === "dark" ? theme : "auto",
		lang: /^[a-z]{2}$/.test(text("lang")) ? text("lang") : "",
		partner: isName ? partner : "",
		wrongPartner: isName ? "" : partner,
		column: whole("column", 180, 1400, 640),
		colours: Object.fromEntries(chosen.map((name) => [name, text(name).toLowerCase()])),
	};
}

/** The nearest name to what somebody wrote for a partner; empty where there is none. */
export function proposedPartner(written: string): string {
	return written
		.trim()
		.toLowerCase()
		.replace(/^https?:\/\/(www\.)?/, "")
		.normalize("NFKD")
		.replace(/\p{Mark}/gu, "")
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "")
		.slice(0, longestPartner)
		.replace(/-$/, "");
}

/** The custom properties that are chosen, and with a button's colour that of its text. */
export function chosenColours({ colours: chosen }: Choice): [name: Colour, value: string][] {
	const { accent, bg, fg } = chosen;
	const all: [Colour, string | undefined][] = [
		["accent", accent],
		["on-accent", accent && readableOn(accent)],
		["bg", bg],
		["fg", fg],
	];
	return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** White or black, whichever has more contrast on a colour (WCAG 2.2, relative luminance). */
function readableOn(colour: string): string {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
		const share = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** The choice as it stands in an address: only what differs from the standard. */
export function addressOf(choice: Choice): string {
	const fields = new URLSearchParams({ element: choice.element });
	if (choice.element === "tool-card") fields.set("tool", choice.tool);
	else fields.set("limit", String(choice.limit));
	if (choice.theme !== "auto") fields.set("theme", choice.theme);
	for (const name of ["lang", "partner"] as const) if (choice[name]) fields.set(name, choice[name]);
	if (choice.column !== 640) fields.set("column", String(choice.column));
	for (const [name, value] of Object.entries(choice.colours)) fields.set(name, value);
	return `?${fields}`;
}

/** The attributes of the chosen element. */
export function attributesOf(choice: Choice): Record<string, string> {
	return {
		...(choice.element === "tool-card" ? { "tool-id": choice.tool } : { limit: `${choice.limit}` }),
		...(choice.theme !== "auto" && { theme: choice.theme }),
		...(choice.lang && { lang: choice.lang }),
		...(choice.partner && { partner: choice.partner }),
	};
}

/** Where the script is, and what it must be. */
export interface Script {
	origin: string;
	version: string;
	major: string;
	integrity: string;
}

const written = (attributes: Record<string, string>, prefix = ""): string =>
	Object.entries(attributes)
		.map(([name, value]) => ` ${prefix}${name}="${escapeHtml(value)}"`)
		.join("");

/** The link to the shop that every way in contains. */
export function linkOf(choice: Choice, origin: string): { href: string; text: string } {
	const tool = choice.element === "tool-card";
	const path = tool ? `/tools/${encodeURIComponent(choice.tool)}` : "/review";
	const query = choice.partner ? `?${partnerParameter}=${choice.partner}` : "";
	return { href: origin + path + query, text: tool ? choice.toolName : "Reviews of Cogsmith" };
}

/** Everything the configurator prints, by name. */
export function snippets(choice: Choice, script: Script) {
	const { origin } = script;
	const { href, text } = linkOf(choice, origin);
	const link = (more: string) => `<a${more} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
	const loading = (version: string, more: string) =>
		`<script type="module" src="${origin}/w/${version}/widgets.js"${more} crossorigin></script>\n`;
	const name = `cogsmith-${choice.element}`;
	const attributes = attributesOf(choice);
	const { "tool-id": _, ...marks } = attributes;
	return {
		element: `${loading(script.version, ` integrity="${script.integrity}"`)}<${name}${written(attributes)}>${link("")}</${name}>`,
		upgrade: loading(script.major, "") + link(` data-cogsmith${written(marks, "data-")}`),
		frame: `${href}\n\n${frameOf(choice, origin, text)}`,
		link: link(""),
		policy: `script-src ${origin}; connect-src ${origin}; img-src ${origin}; frame-src ${origin}`,
		style: styleOf(choice),
	};
}

function frameOf(choice: Choice, origin: string, title: string): string {
	const { "tool-id": id, limit, ...look } = attributesOf(choice);
	const path = id ? `tools/${encodeURIComponent(id)}` : `reviews/${limit}`;
	const query = new URLSearchParams(look);
	for (const [name, value] of chosenColours(choice)) query.set(name, value.slice(1));
	const kind = id ? "tool" : "feed";
	const width = Math.min(choice.column, widest[kind]);
	const height = heightAt(kind, width, choice.limit);
	const src = `${origin}/embed/v1/${path}${query.size > 0 ? `?${query}` : ""}`;
	return frameHtml({ src, title, width, height });
}

/** The stylesheet that keeps the place free and carries the colours. */
function styleOf(choice: Choice): string {
	const name = `cogsmith-${choice.element}`;
	const kind = choice.element === "tool-card" ? "tool" : "feed";
	const colouring = chosenColours(choice).map(
		([property, value]) => `\n  --cogsmith-${property}: ${value};`,
	);
	const height = (pixels: number) => `${pixels}px`;
	const lines = [
		`${name}:not(:defined), a[data-cogsmith] { display: block; }`,
		`${name}, a[data-cogsmith] {\n  min-height: ${height(heightAt(kind, choice.column, choice.limit))};${colouring.join("")}\n}`,
	];
	// On a window narrower than the column needs, the layout is another: with 24 px at either side.
	const narrower = (width: number, least: string) =>
		`@media (max-width: ${width + 48}px) { ${name}, a[data-cogsmith] { min-height: ${least}; } }`;
	if (kind === "tool") {
		if (choice.column >= besideFrom) lines.push(narrower(besideFrom, cardOnPhone));
	} else {
		for (const columns of [3, 2]) {
			const width = widthOfColumns(columns);
			if (choice.column < width) continue;
			lines.push(narrower(width, height(heightAt(kind, width - 1, choice.limit))));
		}
	}
	return lines.join("\n");
}
