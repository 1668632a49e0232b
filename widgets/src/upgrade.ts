/**
 * Turns marked links into elements: `<a data-cogsmith href="…/tools/ID">`, alone or in a marked
 * blockquote. Such markup survives editors that throw unknown elements away.
 */
import { toolOf } from "./links.ts";

/** Upgrades what is marked below `root`. The page's own link becomes the element's fallback. */
export function upgrade(root: ParentNode = document): void {
	for (const marked of root.querySelectorAll<HTMLElement>("[data-cogsmith]")) {
		const link = marked.closest("a") ?? marked.querySelector("a");
		if (!link) continue;
		const toolId = toolOf(link);
		const element = document.createElement(toolId ? "cogsmith-tool-card" : "cogsmith-review-feed");
		// data-heading-level and its like are the properties headingLevel and its like.
		Object.assign(element, { toolId }, marked.dataset);
		marked.replaceWith(element);
		delete link.dataset.cogsmith;
		(element as ParentNode).append(link);
	}
}
