/** A frame as other pages have it, and the colours its address may ask for. */
import { escapeHtml } from "../../../widgets/src/server.ts";

/** The colours that can be chosen, by the custom property each sets; an address has them without `#`. */
export const colourNames = ["accent", "on-accent", "bg", "fg"] as const;
export type Colour = (typeof colourNames)[number];

/** A frame as a page has it: as wide as its column, and no wider than `width`. */
export function iframeHtml(frame: {
	src: string;
	title: string;
	width: number;
	height: number;
}): string {
	const { src, title, width, height } = frame;
	return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="100%" height="${height}" style="max-width:${width}px" frameborder="0" scrolling="no" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}
