/** Registers both elements, even if the script is loaded twice, and upgrades marked links. */
import { ReviewFeed } from "./review-feed.ts";
import { ToolCard } from "./tool-card.ts";
import { watchAndUpgrade } from "./upgrade.ts";

/** These types make `querySelector` and listeners typed wherever this module is imported. */
export type { ElementEvents } from "./events.ts";
export type { ReviewFeed, ToolCard };

function define(name: string, element: CustomElementConstructor): void {
	if (!customElements.get(name)) customElements.define(name, element);
}

if (globalThis.customElements) {
	define("cogsmith-tool-card", ToolCard);
	define("cogsmith-review-feed", ReviewFeed);
	watchAndUpgrade();
}
