/** JSX types of both elements for React: `import type {} from "@cogsmith/widgets/jsx"`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { ReviewFeedAttributes, ToolCardAttributes } from "./attributes.ts";
import type { ElementEvents } from "./events.ts";

type Plain = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

/** React 19 listens to a custom element's events with `on` and the event's name. */
type Listeners = {
	[Name in keyof ElementEvents as `on${Name}`]?: ((event: ElementEvents[Name]) => void) | undefined;
};

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"cogsmith-tool-card": Plain & Listeners & ToolCardAttributes;
			"cogsmith-review-feed": Plain & Listeners & ReviewFeedAttributes;
		}
	}
}
