/**
 * Turns marked links into elements: `<a data-cogsmith href="…/tools/ID">`, alone or in a marked
 * blockquote. Such markup survives editors that remove unknown elements. Anyone who can write a comment
 * on a page can write it, so it accepts only links to the shop and only the elements' own attributes.
 */
import { commonAttributes } from "./element.ts";
import { matchShopLink } from "./links.ts";
import { partnerParameter } from "./partner.ts";

const markSelector = "[data-cogsmith]";

/** Upgrades marked links below `root`. The page's own link becomes the element's fallback. */
export function upgrade(root: ParentNode = document): void {
	root.querySelectorAll(markSelector).forEach(replace);
}

/** Upgrades marked links on the page, now and when more are added; at most once a frame. */
export function watchAndUpgrade(): void {
	let frame = 0;
	const run = () => {
		frame = 0;
		upgrade();
	};
	run();
	new MutationObserver(() => {
		if (!frame) frame = requestAnimationFrame(run);
	}).observe(document, { childList: true, subtree: true });
}

/** Replaces a marked link by an element. An error with one link does not affect the others. */
function replace(marked: Element): void {
	try {
		const link = marked.matches(`a${markSelector}`)
			? (marked as HTMLAnchorElement)
			: marked.querySelector("a");
		const match = link && matchShopLink(link);
		if (!match) return;
		const [, toolId] = match;
		const element = document.createElement(toolId ? "cogsmith-tool-card" : "cogsmith-review-feed");
		const set = (name: string, value?: string | null) => value && element.setAttribute(name, value);
		set("tool-id", toolId);
		set("partner", new URLSearchParams(link.search).get(partnerParameter));
		for (const name of ["limit", ...commonAttributes])
			set(name, marked.getAttribute(`data-${name}`));
		marked.replaceWith(element);
		delete link.dataset.cogsmith;
		(element as ParentNode).append(link);
	} catch {
		// The link stays a link.
	}
}
