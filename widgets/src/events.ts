/** The elements' events. All of them bubble and are composed. */
import type { ErrorCode } from "./load.ts";

export interface ElementEvents {
	/** The element shows its data. */
	"cogsmith-load": CustomEvent<null>;
	/** Loading failed. */
	"cogsmith-error": CustomEvent<{ code: ErrorCode }>;
	/** A tool's link was clicked; cancel it to stay on the page. */
	"cogsmith-select": CustomEvent<{ toolId: string; href: string }>;
}

declare global {
	// Elements, documents and windows share this map.
	interface GlobalEventHandlersEventMap extends ElementEvents {}
}
