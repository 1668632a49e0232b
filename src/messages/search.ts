/** Texts of the search. */
export const searchLabel = "Search the tools";
/** Short enough for a phone, beside the button and the link. */
export const searchPlaceholder = "Search tools";
export const search = "Search";
/** The name of the navigation beside the search, and its link. */
export const catalogue = "Catalog";
export const resultsFor = (q: string): string => `Results for “${q}”`;
export const instead = (q: string): string => `Showing results for “${q}”.`;
export const searchLiterally = (q: string): string => `Search for “${q}” instead`;
export const nothingFound = (q: string, isFiltered: boolean): string =>
	`No tools match “${q}”${isFiltered ? " with these filters" : ""}.`;
export const searchWithoutFilters = "Search without filters";
/** A page whose tools all match the words, but not the exact price. */
export const noneOnPage =
	"No tools on this page match the filters. There are more results on the next page.";
/** Says that another order than the best match is that of each page. */
export const sortedByPage = "The best matches come first. Each page is sorted on its own.";
export const nearTools = { nearest: "Nearest tools", newest: "Newest tools" } as const;
/** Before the page of a symptom. */
export const findTheCause = "Find the cause first:";
export const jobsForIt = "Jobs";
export const pagesForIt = "Help";
/** Before the standards that a search names, each a link to the tools for it. */
export const fitIsFor = "What fits:";
export const nothingFits = (standard: string): string => `None of these tools fits ${standard}.`;
export const noneKnownToFit = (standard: string): string =>
	`None of these tools is sure to fit ${standard}.`;
export const noToolFits = (standard: string): string => `We have no tool that fits ${standard}.`;
export const seeTheJob = "See how the job is done and what it takes:";
export const whatItFits = "See what it fits";
export const whatItFitsOf = (tool: string) => `See what it fits: ${tool}`;
export const browseInstead = "All tools by category";
/** Before the shop's e-mail address. */
export const askUs = "Something else? Ask us:";
export const priceFilter = (
	min: string | undefined,
	max: string | undefined,
): string | undefined => {
	if (min && max) return `Only tools from ${min} to ${max}.`;
	if (max) return `Only tools up to ${max}.`;
	return min && `Only tools from ${min}.`;
};

/** What a suggestion is. */
export const symptomLabel = "Find the cause";
export const jobLabel = "Job";
export const helpLabel = "Help";
export const toolLabel = "Tool";
export const suggestions = "Suggestions";
export const sortBy = "Sort by";
export const suggestionCount = (count: number) => `Suggestions: ${count}`;
