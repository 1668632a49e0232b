/** Shortens descriptions of tools for cards: the rest would be a tenth of a page's bytes. */

/** About what a card shows, in characters. */
const maxLength = 100;

/** Returns the start of a tool's description, for its card in a list. */
export function cardText(description: string): string {
	if (description.length <= maxLength) return description;
	return `${description.slice(0, maxLength).replace(/\s+\S*$/, "")} …`;
}
