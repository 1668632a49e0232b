/** A site that uses the package, as TypeScript sees it: what must compile, and what must not. */
import "@cogsmith/widgets/define";
import { type ReviewFeed, ToolCard, upgrade } from "@cogsmith/widgets";
import type {} from "@cogsmith/widgets/jsx";
import { toolCardHtml } from "@cogsmith/widgets/server";
import type {} from "@cogsmith/widgets/vue";
import { useRef } from "react";
import type { GlobalComponents } from "vue";

export function Page({ partner, limit }: { partner: string | undefined; limit: "3" | undefined }) {
	const card = useRef<ToolCard>(null);
	return (
		<>
			<cogsmith-tool-card ref={card} tool-id="a" partner={partner} theme="auto" lang="de" />
			<cogsmith-tool-card tool-id="a" oncogsmith-select={(event) => event.detail.toolId.length} />
			<cogsmith-review-feed limit="3" heading-level="2" partner={undefined} />
			<cogsmith-review-feed limit={limit} heading-level={2} loading="eager" />
			{/* @ts-expect-error a card is of a tool */}
			<cogsmith-tool-card />
			{/* @ts-expect-error seven is too many */}
			<cogsmith-review-feed limit="7" />
			{/* @ts-expect-error there is no such theme */}
			<cogsmith-review-feed theme="blue" />
			{/* @ts-expect-error there is no such attribute */}
			<cogsmith-tool-card tool-id="a" toolid="b" />
		</>
	);
}

const feed: ReviewFeed = document.createElement("cogsmith-review-feed");
feed.limit = "3";
feed.limit = 3;
feed.partner = undefined;
// @ts-expect-error a partner has a name
feed.partner = 3;
// @ts-expect-error a feed has no tool
feed.toolId = "a";

const card: ToolCard | null = document.querySelector("cogsmith-tool-card");
card?.addEventListener("cogsmith-select", ({ detail }) => detail.href.length);
document.addEventListener("cogsmith-error", ({ detail }) => detail.code === "not-found");
// @ts-expect-error an unknown code
addEventListener("cogsmith-error", ({ detail }) => detail.code === "gone");
// @ts-expect-error loading has no detail
card?.addEventListener("cogsmith-load", ({ detail }) => detail.toolId);

type Props<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>["$props"];
export const shown: Props<"cogsmith-tool-card"> = { "tool-id": "a", partner: undefined };
export const listed: Props<"cogsmith-review-feed"> = { limit: "3" };
// @ts-expect-error a card requires a tool
export const none: Props<"cogsmith-tool-card"> = {};

customElements.define("my-card", class extends ToolCard {});
upgrade(document.body);
export const markup: string = toolCardHtml(
	{ _id: "a", name: "A", image: "", description: "", checkedAt: "" },
	{ partner: undefined, headingLevel: 2 },
);
