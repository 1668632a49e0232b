/** Shortens descriptions of tools for cards: the rest would be a tenth of a page's bytes. */

/** About what a card shows, in characters. */
const maxLength = 90;

/** Returns the first sentence of a tool's description for its card, or the start of it if that is long. */
export function cardText(description: string): string {
	const [sentence = ""] = description.split(/(?<=[.!?])\s/, 1);
	if (sentence.length <= maxLength) return sentence;
	return `${sentence.slice(0, maxLength).replace(/[\s,;:]+\S*$/, "")}…`;
}
