/** Sizes of the rendered elements, in CSS pixels. They follow from the elements' stylesheet. */

/** Greatest width of each element's iframe. */
export const maxWidth = { tool: 560, feed: 760 } as const;

/** Default number of reviews in a feed. */
export const defaultReviewCount = 3;

/** The width from which a card's image is beside its text; below, it is above the text with ratio 4:3. */
export const sideBySideMinWidth = 454;
const cardTextMinHeight = 240;

/** Returns the height of a card's text: name and button wrap in narrow columns. */
function cardTextHeight(width: number): number {
	if (width < 220) return 330;
	return width < 260 ? 284 : cardTextMinHeight;
}

/** Minimum width of a feed's columns, with their gap. */
const minColumnWidth = 206;
const gap = 16;
const feedPaddingX = 18;
const feedPaddingY = 57;

/** Returns the minimum width of a feed with `count` columns. */
export function minWidthForColumns(count: number): number {
	return count * minColumnWidth + feedPaddingX;
}

/** Returns the height of a review with the longest text, with room for other fonts. Date and tool wrap in narrow columns. */
function reviewHeight(columnWidth: number): number {
	if (columnWidth < 170) return 424;
	if (columnWidth < 200) return 352;
	return columnWidth < 240 ? 310 : 288;
}

/** Returns the height of an element at a width; `reviews` is the number in a feed. */
export function elementHeight(
	element: "tool" | "feed",
	width: number,
	reviews = defaultReviewCount,
): number {
	if (element === "tool") {
		return width >= sideBySideMinWidth
			? cardTextMinHeight
			: Math.ceil((width * 3) / 4) + cardTextHeight(width);
	}
	const columns = Math.max(1, Math.floor((width - feedPaddingX) / minColumnWidth));
	const rows = Math.ceil(reviews / columns);
	const columnWidth = (width - feedPaddingX) / columns - gap;
	return feedPaddingY + rows * (reviewHeight(columnWidth) + gap);
}

/** Height of a card in a phone's column: an image of the window's width, and its text. */
export const phoneCardHeight = `calc(75vw + ${cardTextMinHeight}px)`;
