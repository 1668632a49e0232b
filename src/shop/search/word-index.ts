/**
 * What the indexes of words have beside the words of tools (`tools_search_names` and `tools_search_texts` in
 * db/triggers/search-words.ts). A change here needs a migration, which drops them and fills them again.
 */

/** The prices in cents with which a tool is in the next price facet: above round ones, so that `under 20` is whole facets. */
export const priceSteps: readonly number[] = [
	501, 1001, 1501, 2001, 2501, 3001, 4001, 5001, 7501, 10_001, 15_001, 20_001, 30_001, 50_001,
	100_001,
];

/** Marks at the first and the last word of a head, and after a category. Nobody types them. */
export const headStart = "xheadstart";
export const headEnd = "xheadend";

/** Words of the column `facets`: the price's step, whether it can be ordered, is well rated, and what precedes the category. */
export const priceFacet = "xprice";
export const stockFacet = "xstock";
export const ratedFacet = "xrated";
export const categoryFacet = "xcategory";

/** What else stands for some of them: the index has their words once more so. */
export const otherLetters: readonly (readonly [string, string])[] = [
	["ø", "oe"],
	["Ø", "oe"],
];

/** The length of words that corrections know, in letters. */
export const minCorrectedLength = 4;
export const maxCorrectedLength = 24;
