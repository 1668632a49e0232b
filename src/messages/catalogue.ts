/** The texts of the catalogue's pages. */

import { name as shopName, tagline } from "../config/config.ts";
import { plural } from "./numbers.ts";

/** The number of tools in the list. */
export const toolCount = (count: number) => plural(count, { one: "# tool", other: "# tools" });

export const noMatches = "No tools match these filters.";

/** Before links to what decides which tool of a category fits. */
export const whichOne = "Which one do I need?";

export const noCategories = "There are no categories yet.";

const looked = { newest: "newest", rating: "best rated" };

/** Says that a page has looked at a part of the tools only, because of a limit of the price. */
export function lookedAt(count: number, sort: "newest" | "rating", found: number): string {
	const rest = `of the ${count} ${looked[sort]} tools here`;
	const more = "There may be more on the next page. Sort by price to search them all at once.";
	if (found === 0) return `None ${rest} match. ${more}`;
	return plural(found, { one: `# ${rest} matches. ${more}`, other: `# ${rest} match. ${more}` });
}

/** Says that a page has looked at a part of the tools only, because each must be compared with a bike. */
export function lookedAtForBike(count: number, found: number): string {
	const more = "There may be more on the next page.";
	if (found === 0) return `None of the ${count} tools here fit. ${more}`;
	return plural(found, {
		one: `# of the ${count} tools here fits. ${more}`,
		other: `# of the ${count} tools here fit. ${more}`,
	});
}

export const sortLabels = {
	newest: "Newest",
	price: "Lowest price",
	"-price": "Highest price",
	rating: "Best rated",
};

export const priceFrom = (price: string) => `From ${price}`;
export const priceUpTo = (price: string) => `Up to ${price}`;
export const inStock = "In stock";
export const wellRated = "4 stars and up";
export const onSale = "On sale";
export const fitsBike = "Fits my bike";
/** Below the tools for a bike: of some a part decides that was not chosen. */
export const mayFit = "Tools that also depend on a part you haven't chosen are listed too.";
export const fitsPart = (part: string) => `Fits ${part}`;

/** The texts of the screen where administrators keep the categories. */
export const categoryAddress = "Use lowercase letters, digits and hyphens in the address.";
export const categoryExists = "Another category has this address.";
export const tooManyCategories = (max: number) => `A shop has at most ${max} categories.`;
export const categoryAdded = (name: string) => `${name} was added.`;
export const categorySaved = (name: string) => `${name} was saved.`;
export const toolsWithout = (count: number) =>
	count === 1
		? "Its tool stays in the shop, without a category."
		: `Its ${count} tools stay in the shop, without a category.`;
export const categoryDeleted = (name: string) => `${name} was deleted.`;

export const bestMatch = "Best match";
export const chosenFilters = "Chosen filters";
export const clearAll = "Clear all";
export const pagesOfTools = "Pages of tools";
export const moreTools = "More tools";
export const filters = "Filters";
export const stockAndRating = "Stock and rating";
export const setPrice = "Set price";
export const home = "Home";
export const toolsOfJobs = "Find tools by job";
export const filtersOf = (chosen: number) => (chosen === 0 ? filters : `${filters} (${chosen})`);
export const priceIn = (currency: string) => `Price in ${currency}`;
export const pricesAreIn = (currency: string) => `Prices are in ${currency}.`;
export const categoryDescription = (category: string) =>
	`${category} at ${shopName}, with price, minimum order and stock.`;
export const categoriesDescription = `The tools of ${shopName} by category.`;
export const toolsDescription = `All ${tagline} at ${shopName} with price, minimum order and stock.`;
