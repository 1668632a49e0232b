/** Frames: an element alone on a page, for sites that run no script of ours. */
import { declared, escapeHtml } from "../../../widgets/src/server.ts";
import { hrefOf, type View } from "../../../widgets/src/views.ts";
import { type Appearance, viewSetting } from "./embeds.ts";

/** The class of a frame while it measures itself, and where it is lower than what it shows. */
const measuringClass = "free";
const lowClass = "low";

/**
 * A frame has the height its page gives it: what is higher scrolls, and a low frame on a phone shows
 * the picture beside the text, and reviews beside one another.
 */
const layoutCss = `body{margin:0}:root:not(.${measuringClass}) ::part(root){max-height:100vh;overflow:auto}.${lowClass} ::part(card){flex-flow:row}.${lowClass} ::part(image){flex:0 0 28%;aspect-ratio:auto}.${lowClass} ::part(description){-webkit-line-clamp:1}.${lowClass} ::part(feed){flex-wrap:nowrap}.${lowClass} ::part(list){grid-auto-flow:column;grid-template-columns:none;grid-auto-columns:min(85%,280px);overflow-x:auto}`;

/** The style of a frame: its layout, and the colours that were chosen. */
export function frameStyle({ colours }: Appearance): string {
	const chosen = Object.entries(colours).map(([name, value]) => `--cogsmith-${name}:${value};`);
	return chosen.length > 0 ? `${layoutCss}:root{${chosen.join("")}}` : layoutCss;
}

/**
 * Tells the page around the frame how high its content is and, in WordPress, which link was followed:
 * its frames may neither open windows nor leave, and it knows its frames by the secret in the address.
 * Where nobody listens, or the page gives less, the content is laid out for a low frame.
 */
export const frameScript = `(()=>{const[,secret]=/secret=(\\w+)/.exec(location.hash)||[],page=document.documentElement,say=(message,value)=>parent.postMessage({message,value,secret},"*"),tell=()=>{page.className="${measuringClass}";const height=Math.ceil(document.body.getBoundingClientRect().height);page.className=height>innerHeight?"${lowClass}":"";say("height",height)};tell();addEventListener("load",tell);addEventListener("resize",tell);addEventListener("message",({data})=>data&&data.message==="ready"&&tell());addEventListener("click",e=>{const a=e.composedPath().find(n=>n.href);if(a&&secret&&!e.metaKey&&!e.ctrlKey&&!e.shiftKey){e.preventDefault();say("link",a.href)}})})()`;

/** A frame's page around the markup of an element. With theme auto it takes the color-scheme of the page around it. */
export function framePage(title: string, markup: string, appearance: Appearance): string {
	const colorScheme =
		appearance.theme === "light" || appearance.theme === "dark" ? "" : colorSchemeMeta;
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${colorScheme}<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><base target="_blank"><style>${frameStyle(appearance)}</style></head><body>${markup}<script>${frameScript}</script></body></html>`;
}

const colorSchemeMeta = '<meta name="color-scheme" content="light dark">';

/** What there is where a frame can't show what it should: a quiet card that leads on. */
export function errorMarkup(
	element: "tool" | "feed",
	isNotFound: boolean,
	origin: string,
	style: string,
	appearance: Appearance,
): string {
	const setting = viewSetting(origin, appearance);
	const { words, of } = setting.speech;
	const [goneText, toolsText] = words.slice(5);
	const [path, text = ""] = element === "tool" ? ["/tools", toolsText] : ["/review", words.at(-1)];
	const href = hrefOf(setting, path);
	const view: View = [
		"div",
		{ part: "root error", lang: of },
		[
			"div",
			{},
			element === "tool" && isNotFound && ["p", { part: "facts" }, goneText],
			["a", { part: "link", href }, text],
		],
	];
	const name = element === "tool" ? "cogsmith-tool-card" : "cogsmith-review-feed";
	return declared(name, appearance.theme ? { theme: appearance.theme } : {}, view, style, {
		href,
		text,
	});
}
