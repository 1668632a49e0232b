/** Texts of the search. */
export const searchLabel = "Search the tools";
export const search = "Search";
export const resultsFor = (q: string): string => `Results for “${q}”`;
export const instead = (q: string): string => `Showing results for “${q}”.`;
export const searchLiterally = (q: string): string => `Search for “${q}” instead`;
export const nothingFound = (q: string): string => `No tool matches “${q}”.`;
export const nearestTools = "Nearest tools";
export const jobsForIt = "Jobs";
export const browseInstead = "All tools by category";
export const moreResults = "More results";
export const priceFilter = (
	min: string | undefined,
	max: string | undefined,
): string | undefined => {
	if (min && max) return `Only tools from ${min} to ${max}.`;
	if (max) return `Only tools up to ${max}.`;
	return min && `Only tools from ${min}.`;
};
