/**
 * Turns marked links into elements: `<a data-cogsmith href="…/tools/ID">`, alone or in a marked
 * blockquote. Such markup survives editors that throw unknown elements away. Anybody who may write
 * a comment may write it, so only links into the shop count, and only attributes the elements know.
 */
import { common } from "./element.ts";
import { shownBy } from "./links.ts";
import { partnerParameter } from "./partner.ts";

const marks = "[data-cogsmith]";

/** Upgrades what is marked below `root`. The page's own link becomes the element's fallback. */
export function upgrade(root: ParentNode = document): void {
	root.querySelectorAll(marks).forEach(replace);
}

/** Upgrades what is marked on the page now, and what comes later: it looks once a frame at most, whatever a page does. */
export function upgradeAlways(): void {
	let frame = 0;
	const look = () => {
		frame = 0;
		upgrade();
	};
	look();
	new MutationObserver(() => {
		if (!frame) frame = requestAnimationFrame(look);
	}).observe(document, { childList: true, subtree: true });
}

/** Puts an element in place of what is marked. What goes wrong with one link stays with that link. */
function replace(marked: Element): void {
	try {
		const link = marked.matches(`a${marks}`)
			? (marked as HTMLAnchorElement)
			: marked.querySelector("a");
		const found = link && shownBy(link);
		if (!found) return;
		const [, toolId] = found;
		const element = document.createElement(toolId ? "cogsmith-tool-card" : "cogsmith-review-feed");
		const set = (name: string, value?: string | null) => value && element.setAttribute(name, value);
		set("tool-id", toolId);
		set("partner", new URLSearchParams(link.search).get(partnerParameter));
		for (const name of ["limit", ...common]) set(name, marked.getAttribute(`data-${name}`));
		marked.replaceWith(element);
		delete link.dataset.cogsmith;
		(element as ParentNode).append(link);
	} catch {
		// The link stays a link.
	}
}
