/** How wide and high the elements come out, in CSS pixels: their stylesheet decides, this says what it comes to. */

/** The widest a frame of each gets. */
export const widest = { tool: 560, feed: 760 } as const;

/** How many reviews a feed shows where nobody says. */
export const feedLength = 3;

/** From this width on a card's picture stands beside its text; below, above it, 4 to 3. */
export const besideFrom = 454;
const cardText = 240;

/** How high a card's text is: in narrow columns its name and its button take more lines. */
function cardTextHeight(width: number): number {
	if (width < 220) return 330;
	return width < 260 ? 284 : cardText;
}

/** A feed's columns are at least this wide, with what lies around them. */
const column = 206;
const gap = 16;
const aroundColumns = 18;
const aroundReviews = 57;

/** The least width at which a feed has so many columns. */
export function widthOfColumns(count: number): number {
	return count * column + aroundColumns;
}

/** How high a review of the longest text is in a column, with some room for other fonts: in narrow ones date and tool take more lines. */
function reviewHeight(columnWidth: number): number {
	if (columnWidth < 170) return 424;
	if (columnWidth < 200) return 352;
	return columnWidth < 240 ? 310 : 288;
}

/** How high an element is at a width, with `reviews` in a feed. */
export function heightAt(element: "tool" | "feed", width: number, reviews = feedLength): number {
	if (element === "tool") {
		return width >= besideFrom ? cardText : Math.ceil((width * 3) / 4) + cardTextHeight(width);
	}
	const columns = Math.max(1, Math.floor((width - aroundColumns) / column));
	const rows = Math.ceil(reviews / columns);
	const columnWidth = (width - aroundColumns) / columns - gap;
	return aroundReviews + rows * (reviewHeight(columnWidth) + gap);
}

/** The height of a card as high as its picture is at the window's width, for a phone's column. */
export const cardOnPhone = `calc(75vw + ${cardText}px)`;
