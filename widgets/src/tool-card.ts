import { isTool, type ToolData } from "./data.ts";
import { CogsmithElement, reflect } from "./element.ts";
import { type Setting, toolView, type View } from "./views.ts";

/**
 * A tool of the shop: picture, name, price, stock and a way to purchase it.
 *
 * @tagname cogsmith-tool-card
 * @attr {string} tool-id - Id of the tool, as it stands in the address of its page
 * @csspart card - The card
 * @csspart image - The picture
 * @csspart description - What the tool is
 * @csspart facts - Stock, minimum order, when that was checked
 * @csspart price - The price
 * @csspart cta - Purchase, or the way to the catalogue
 * @slot - The link seen without JavaScript, while the card loads, and where that fails
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

	protected holds(data: unknown): data is ToolData {
		return isTool(data);
	}

	protected view(tool: ToolData, setting: Setting): View {
		return toolView(tool, setting);
	}
}

declare global {
	interface HTMLElementTagNameMap {
		"cogsmith-tool-card": ToolCard;
	}
}
