/** What the elements tell: all events bubble and leave the shadow tree. */
import type { ErrorCode } from "./load.ts";

export interface ElementEvents {
	/** There is something to see. */
	"cogsmith-load": CustomEvent<null>;
	/** It could not be had. */
	"cogsmith-error": CustomEvent<{ code: ErrorCode }>;
	/** A tool's link was followed; cancel it to stay. */
	"cogsmith-select": CustomEvent<{ toolId: string; href: string }>;
}

declare global {
	// Elements, documents and windows all listen to these.
	interface GlobalEventHandlersEventMap extends ElementEvents {}
}
