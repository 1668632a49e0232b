import { isTool, type ToolData } from "./data.ts";
import { CogsmithElement, reflect } from "./element.ts";
import { toolView, type View, type ViewContext } from "./views.ts";

/**
 * A tool of the shop, or a family of tools: image, name, price, stock and a link to its page.
 *
 * @tagname cogsmith-tool-card
 * @attr {string} tool-id - Id of the tool, the last segment of its URL
 * @csspart card - The card
 * @csspart image - The image
 * @csspart description - The description
 * @csspart facts - Stock, how many versions there are, minimum order, when the stock was checked
 * @csspart price - The price
 * @csspart cta - The link to purchase the tool, on its page, or to all tools
 * @slot - The link shown without JavaScript, while the card loads, and after an error
 */
export class ToolCard extends CogsmithElement<ToolData> {
	declare toolId: string | null | undefined;

	static get observedAttributes(): string[] {
		return reflect(ToolCard, "tool-id");
	}

	protected path(): string | undefined {
		const id = this.getAttribute("tool-id");
		return id ? `tools/${encodeURIComponent(id)}` : undefined;
	}

	protected accepts(data: unknown): data is ToolData {
		return isTool(data);
	}

	protected view(tool: ToolData, context: ViewContext): View {
		return toolView(tool, context);
	}
}

declare global {
	interface HTMLElementTagNameMap {
		"cogsmith-tool-card": ToolCard;
	}
}
