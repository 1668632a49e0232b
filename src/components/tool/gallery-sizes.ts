/** The widths and `sizes` of a tool's large images. */
import type { ImageWidth } from "../../values/images.ts";

/**
 * The first image has one width on every screen, which most phones and sharp screens need, so that a header can name it before
 * the page's `viewport` is known: firstPicture.
 */
export const firstImageWidth: ImageWidth = 960;
export const galleryWidths: readonly ImageWidth[] = [320, 640, 960];

/**
 * The width of its column. On a phone low enough to keep name and price in the first screen, and with them the choice of a
 * family's tools, which the bar with the price must not cover.
 */
export const gallerySizes = (isFamily: boolean) =>
	`(min-width: 76rem) 34rem, (min-width: 48rem) 46vw, ${isFamily ? "min(55vw, 26vh)" : "min(92vw, 42vh)"}`;
