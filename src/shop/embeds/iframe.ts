/** The iframe element that other pages contain, and the colours its URL may set. */
import { escapeHtml } from "../../../widgets/src/server.ts";

/** The colours that can be chosen, by custom property. In a URL they have no `#`. */
export const colourNames = ["accent", "on-accent", "bg", "fg"] as const;
export type Colour = (typeof colourNames)[number];

/** Returns the iframe element: as wide as its column, up to `width` pixels. */
export function iframeHtml(frame: {
	src: string;
	title: string;
	width: number;
	height: number;
}): string {
	const { src, title, width, height } = frame;
	return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="100%" height="${height}" style="max-width:${width}px" frameborder="0" scrolling="no" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}
