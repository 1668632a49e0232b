/**
 * Types of both elements for Vue templates: `import type {} from "@cogsmith/widgets/vue"`. See
 * vuejs.org/guide/extras/web-components, "Non-Vue Web Components and TypeScript".
 */
import type { EmitFn, HTMLAttributes } from "vue";
import type { ReviewFeedAttributes, ToolCardAttributes } from "./attributes.ts";
import type { ElementEvents } from "./events.ts";
import type { ReviewFeed } from "./review-feed.ts";
import type { ToolCard } from "./tool-card.ts";

type Emit = EmitFn<{ [Name in keyof ElementEvents]: (event: ElementEvents[Name]) => void }>;

type Custom<Element, Attributes> = new () => Element & {
	$props: HTMLAttributes & Attributes;
	$emit: Emit;
};

declare module "vue" {
	interface GlobalComponents {
		"cogsmith-tool-card": Custom<ToolCard, ToolCardAttributes>;
		"cogsmith-review-feed": Custom<ReviewFeed, ReviewFeedAttributes>;
	}
}
