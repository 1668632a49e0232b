/** The texts of the pages on which staff plan sales. */
import { plural } from "./messages.numbers.ts";

export const offers = "Offers";
export const newSale = "New sale";

export const sales = {
	none: "There is no sale yet.",
	about:
		"A sale lowers the prices of tools from one day to another. It starts and ends by itself, and the page shows the lowest price of the 30 days before.",
	states: { planned: "Planned", running: "Running", ended: "Ended" },
	period: (from: string, to: string) => `${from} to ${to}`,
	endNow: "End now",
	endNamed: (name: string) => `End now: ${name}`,
	cancel: "Cancel",
	cancelNamed: (name: string) => `Cancel: ${name}`,
	tool: "Tool",
	price: "Sale price",
	/** Of the 30 days before. */
	before: "Lowest before",
	sold: "Sold at this price",
	soldFor: (count: number, amount: string) =>
		`${plural(count, { one: "# piece", other: "# pieces" })}, ${amount}`,
	notStarted: "Not started: it was archived, or cost no more than this.",
	notReduced: "Shown without a reduction: it cost no more than this within the 30 days before.",
	toolsOf: (name: string) => `Tools of ${name}`,
	findTools: "Find tools",
	addChosen: "Add to the sale",
	chooseFirst: "Find the tools of the sale and tick them. Their prices come next.",
	noneFound: "No tool has these words.",
	inTheSale: "In the sale",
	name: "Name",
	nameHint: "Only staff see it.",
	firstDay: "First day",
	firstDayHint: "Empty to start now.",
	lastDay: "Last day",
	lastDayHint: "The sale ends at midnight after it.",
	percent: "Percent off",
	percentHint: "For all tools without a price of their own.",
	priceOf: (tool: string) => `Sale price of ${tool}`,
	regular: (price: string) => `Now ${price}`,
	plan: "Plan the sale",
	nameMissing: "Give the sale a name.",
	endMissing: "Choose a last day, today or later, and not before the first.",
	noTools: "Choose at least one tool.",
	priceMissing: (tool: string) => `${tool}: give a percentage or a sale price.`,
	notLower: (tool: string) => `${tool}: the sale price must be below the price.`,
	taken: (tool: string) => `${tool} is in another sale at that time.`,
} as const;
