/** The texts of the pages on which staff plan sales, rules and codes. */
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

export const newRule = "New rule";
export const newCode = "New code";
export const editOffer = "Change an offer";

/** Rules and codes in their list. */
export const offerList = {
	heading: "Rules and codes",
	sales: "Sale prices",
	about:
		"A rule takes something off orders by itself, a code for who types it. Sale prices are lower prices of tools.",
	none: "There is no rule and no code yet.",
	rule: "Rule",
	code: "Code",
	noEnd: (from: string) => `From ${from}`,
	since: (from: string, to: string) => `${from} to ${to}`,
	sold: (count: number, amount: string) =>
		`${plural(count, { one: "# paid order", other: "# paid orders" })}, ${amount}`,
	cost: (amount: string) => `cost ${amount}`,
	uses: (uses: number, most: string) => `used ${uses} of ${most}`,
	usesOf: (uses: number) => plural(uses, { one: "used once", other: "used # times" }),
	setOf: (count: number) => plural(count, { one: "# code", other: "# codes" }),
	download: "Codes as CSV",
	downloadOf: (label: string) => `Codes as CSV: ${label}`,
	change: "Change",
	changeOf: (label: string) => `Change: ${label}`,
	end: "End now",
	endOf: (label: string) => `End now: ${label}`,
	cancel: "Cancel",
	cancelOf: (label: string) => `Cancel: ${label}`,
	csvHeadings: ["Code", "Used", "Limit"],
} as const;

/** What an offer does, in a line. */
export const terms = {
	percent: (value: number) => `${value}% off`,
	amount: (price: string) => `${price} off`,
	payFor: (pieces: number, pay: number) => `${pieces} for the price of ${pay}`,
	freeShipping: "Free shipping",
	/** A family counts as one. */
	chosenTools: (count: number) => plural(count, { one: "# chosen tool", other: "# chosen tools" }),
	fromPieces: (pieces: number) => `from ${pieces} pieces`,
	fromPrice: (price: string) => `from ${price}`,
	combines: "on top of other offers",
	once: "once per customer",
} as const;

/** The form of a rule or a code. */
export const offerForm = {
	label: "Name",
	labelHint: "Customers read it in the cart and on receipts, such as: 10% off chain tools.",
	does: "What it does",
	actions: {
		percent: "Percent off each piece",
		amount: "An amount off the order",
		payFor: "Some pieces for the price of fewer",
		freeShipping: "Free shipping",
	},
	actionHint: "Fill in what belongs to it below.",
	percent: "Percent",
	amount: "Amount",
	pieces: "Pieces",
	pay: "Pieces that are paid",
	payHint: "3 and 2: of three, the cheapest is free.",
	about: "What it is for",
	aboutHint: "Leave all empty for the whole shop. Several together must all be true.",
	category: "Category",
	any: "All",
	maker: "Maker",
	job: "Tools for a job",
	tools: "Tools",
	toolsHint: "SKUs, ids or the last part of the page's address: a tool or a family a line.",
	withSales: "Also for tools that are on sale",
	needs: "What the order must have",
	minPieces: "Pieces of that, at least",
	minPrice: "Value of the order, at least",
	when: "When",
	firstDay: "First day",
	firstDayHint: "Empty to start now.",
	lastDay: "Last day",
	lastDayHint: "Until midnight after it. Empty for no end.",
	combines: "Comes on top of other offers",
	combinesHint: "Otherwise each line has the one that is best for the customer.",
	codes: "The code",
	code: "Code",
	codeHint: "Letters, digits and hyphens. Capitals or not is the same.",
	maxUses: "Uses, at most",
	maxUsesHint: "Empty for any number.",
	once: "Once per customer",
	count: "Single-use codes, how many",
	prefix: "They begin with",
	hasCodes: (count: number) => plural(count, { one: "It has # code.", other: "It has # codes." }),
	preview: "Preview with last month's orders",
	previewed: (applied: number, orders: number, amount: string, days: number) =>
		`Would have applied to ${applied} of ${plural(orders, { one: "# order", other: "# orders" })} of the last ${days} days: −${amount}.`,
	save: "Save",
	labelMissing: "Give it a name of at most 120 characters.",
	actionMissing:
		"Say what it does: a percentage up to 90, an amount, or more pieces than are paid.",
	limitWrong: "Pieces and value are numbers above zero, or empty.",
	endWrong: "Choose a last day that is today or later, and not before the first.",
	toolUnknown: (text: string) => `There is no tool “${text}”.`,
	codeMissing: "Type a code, or say how many to make.",
	codeWrong: "A code has 3 to 32 letters, digits and hyphens.",
	codeLikeGiftCard: "Choose a shorter code: this one would be read as that of a gift card.",
	codeTaken: (code: string) => `${code} is the code of an offer already.`,
	prefixWrong: "They begin with at most 16 letters and digits.",
	usesWrong: "Uses are a number above zero, or empty.",
	countWrong: (most: number) => `Make at most ${most} codes at a time.`,
	tooMany: (most: number) => `At most ${most} rules run at a time: end one first.`,
} as const;
