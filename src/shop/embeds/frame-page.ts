/** Iframe pages: one element on a page of its own, for sites that don't run our script. */
import { escapeHtml, shadowHtml } from "../../../widgets/src/server.ts";
import { hrefOf, type View } from "../../../widgets/src/views.ts";
import { textLanguage } from "../../config/language.ts";
import { type Appearance, viewContext } from "./embeds.ts";

/** The root's class while the page measures its content, and if the iframe is lower than that. */
const measuringClass = "free";
const lowClass = "low";

/**
 * The embedding page decides the iframe's height. Higher content scrolls; in a low iframe, as on a
 * phone, the image is beside the text and reviews are in a row.
 */
const layoutCss = `body{margin:0}:root:not(.${measuringClass}) ::part(root){max-height:100vh;overflow:auto}.${lowClass} ::part(card){flex-flow:row}.${lowClass} ::part(image){flex:0 0 28%}.${lowClass} ::part(description){-webkit-line-clamp:1}.${lowClass} ::part(feed){flex-wrap:nowrap}.${lowClass} ::part(list){grid-auto-flow:column;grid-template-columns:none;grid-auto-columns:min(85%,280px);overflow-x:auto}`;

/** Returns the style of an iframe page: its layout and the chosen colours. */
export function frameStyle({ colours }: Appearance): string {
	const chosen = Object.entries(colours).map(([name, value]) => `--cogsmith-${name}:${value};`);
	return chosen.length > 0 ? `${layoutCss}:root{${chosen.join("")}}` : layoutCss;
}

/**
 * Posts the content's height to the embedding page and, in WordPress, the link that was clicked:
 * WordPress sandboxes its iframes so that they can't navigate, and identifies them by the secret in the
 * URL's fragment. If the iframe stays lower than the content, the layout for low iframes applies.
 */
export const frameScript = `(()=>{const[,secret]=/secret=(\\w+)/.exec(location.hash)||[],page=document.documentElement,say=(message,value)=>parent.postMessage({message,value,secret},"*"),tell=()=>{page.className="${measuringClass}";const height=Math.ceil(document.body.getBoundingClientRect().height);page.className=height>innerHeight?"${lowClass}":"";say("height",height)};tell();addEventListener("load",tell);addEventListener("resize",tell);addEventListener("message",({data})=>data&&data.message==="ready"&&tell());addEventListener("click",e=>{const a=e.composedPath().find(n=>n.href);if(a&&secret&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey){e.preventDefault();say("link",a.href)}})})()`;

/** Returns the iframe page with an element's markup. With theme auto it follows the embedding page's color-scheme. */
export function framePage(title: string, markup: string, appearance: Appearance): string {
	const colorScheme =
		appearance.theme === "light" || appearance.theme === "dark" ? "" : colorSchemeMeta;
	return `<!doctype html><html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${colorScheme}<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><base target="_blank"><style>${frameStyle(appearance)}</style></head><body>${markup}<script>${frameScript}</script></body></html>`;
}

const colorSchemeMeta = '<meta name="color-scheme" content="light dark">';

/** Returns the markup of an iframe's error page: a plain card that links to the shop. */
export function errorMarkup(
	element: "tool" | "feed",
	/** Whether it was sold once: what never existed is not said to be sold no longer. */
	isGone: boolean,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const context = viewContext(origin, appearance);
	const { messages, language } = context.locale;
	const [goneText, toolsText] = messages.slice(5);
	const [path, text = ""] =
		element === "tool" ? ["/tools", toolsText] : ["/review", messages.at(-1)];
	const href = hrefOf(context, path);
	const view: View = [
		"div",
		{ part: "root error", lang: language },
		[
			"div",
			{},
			element === "tool" && isGone && ["p", { part: "facts" }, goneText],
			["a", { part: "link", href }, text],
		],
	];
	const name = element === "tool" ? "cogsmith-tool-card" : "cogsmith-review-feed";
	return shadowHtml(name, appearance.theme ? { theme: appearance.theme } : {}, view, style, {
		href,
		text,
	});
}
