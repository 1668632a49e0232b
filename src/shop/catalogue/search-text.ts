/** The text of a search, as people type it. */
import { pasted } from "../../values/pasted.ts";

/** Maximum length of a search, in characters. */
export const maxSearchLength = 80;

/**
 * Returns the search as it is shown and cached: without superfluous spaces, and as `pasted`, with plain digits
 * for fractions.
 */
export function normalizeSearch(q: string): string {
	const plain = pasted(q.replace(/(\d)(?=[¼½¾⅐-⅞])/g, "$1 ")).replaceAll("⁄", "/");
	return plain.replace(/\s+/g, " ").slice(0, maxSearchLength).trim();
}
