/** The widths and `sizes` of a tool's large images: the gallery shows them, and the page preloads the first. */
import type { ImageWidth } from "../../values/images.ts";

export const galleryWidths: readonly ImageWidth[] = [320, 640, 960];

/**
 * As wide as its column; in `vh`, because Chromium reads `svh` in a preload as another length than in the image, and loads
 * both widths. On a phone low enough to keep name and price in the first screen, and with them the choice of a
 * family's tools, which the bar with the price must not cover.
 */
export const gallerySizes = (isFamily: boolean) =>
	`(min-width: 76rem) 34rem, (min-width: 48rem) 46vw, ${isFamily ? "min(55vw, 26vh)" : "min(92vw, 42vh)"}`;
