/** How wide and high the elements come out, in CSS pixels: their stylesheet decides, this says what it comes to. */

/** The widest a frame of each gets. */
export const maxWidth = { tool: 560, feed: 760 } as const;

/** How many reviews a feed shows where nobody says. */
export const defaultReviewCount = 3;

/** From this width on a card's picture stands beside its text; below, above it, 4 to 3. */
export const sideBySideMinWidth = 454;
const cardTextMinHeight = 240;

/** How high a card's text is: in narrow columns its name and its button take more lines. */
function cardTextHeight(width: number): number {
	if (width < 220) return 330;
	return width < 260 ? 284 : cardTextMinHeight;
}

/** A feed's columns are at least this wide, with what lies around them. */
const minColumnWidth = 206;
const gap = 16;
const feedPaddingX = 18;
const feedPaddingY = 57;

/** The least width at which a feed has so many columns. */
export function minWidthForColumns(count: number): number {
	return count * minColumnWidth + feedPaddingX;
}

/** How high a review of the longest text is in a column, with some room for other fonts: in narrow ones date and tool take more lines. */
function reviewHeight(columnWidth: number): number {
	if (columnWidth < 170) return 424;
	if (columnWidth < 200) return 352;
	return columnWidth < 240 ? 310 : 288;
}

/** How high an element is at a width, with `reviews` in a feed. */
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

/** The height of a card as high as its picture is at the window's width, for a phone's column. */
export const phoneCardHeight = `calc(75vw + ${cardTextMinHeight}px)`;
