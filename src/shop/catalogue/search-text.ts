/** The text of a search, as people type it. */

/** Maximum length of a search, in characters. */
export const maxSearchLength = 80;

/**
 * Returns the search as it is shown and cached: without superfluous spaces, and with plain letters for those of full
 * width, ligatures and fractions (Unicode Standard Annex 15: NFKC).
 */
export function normalizeSearch(q: string): string {
	const plain = q
		.replace(/(\d)(?=[¼½¾⅐-⅞])/g, "$1 ")
		.normalize("NFKC")
		.replaceAll("⁄", "/");
	return plain.trim().replace(/\s+/g, " ").slice(0, maxSearchLength).trim();
}
