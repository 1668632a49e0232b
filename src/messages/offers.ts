/** The texts of the pages on which staff plan sales, rules and codes. */
import { plural } from "./numbers.ts";

export const offers = "Offers";
export const newSale = "New sale";

export const sales = {
	none: "No sales yet.",
	about:
		"A sale lowers the prices of tools from one day to another. It starts and ends by itself, and tool pages show the lowest price of the 30 days before it.",
	states: { planned: "Planned", running: "Running", ended: "Ended" },
	period: (from: string, to: string) => `${from} to ${to}`,
	endNow: "End now",
	endNamed: (name: string) => `End now: ${name}`,
	cancel: "Cancel",
	cancelNamed: (name: string) => `Cancel: ${name}`,
	tool: "Tool",
	price: "Sale price",
	/** The price of the 30 days before. */
	before: "Lowest price before",
	sold: "Sold at this price",
	soldFor: (count: number, amount: string) =>
		`${plural(count, { one: "# item", other: "# items" })}, ${amount}`,
	notStarted: "Not started: the tool was archived, or cost no more than this.",
	notReduced:
		"Shown without a reduction: the tool cost no more than this at some point in the 30 days before.",
	toolsOf: (name: string) => `Tools of ${name}`,
	findTools: "Find tools",
	addChosen: "Add to the sale",
	chooseFirst: "Find the tools for the sale and select them. You set their prices next.",
	noneFound: "No tools match these words.",
	inTheSale: "In the sale",
	labels: {
		name: "Name",
		firstDay: "First day",
		lastDay: "Last day",
		percent: "Percent off",
	},
	hints: {
		name: "Only staff see it.",
		firstDay: "Leave empty to start now.",
		lastDay: "The sale ends at midnight on this day.",
		percent: "For all tools without their own sale price.",
	},
	percentWrong: "Enter a percentage up to 90, or leave it empty.",
	ofTool: (tool: string) => ` of ${tool}`,
	regular: (price: string) => `Now ${price}`,
	plan: "Plan the sale",
	nameMissing: "Give the sale a name.",
	endMissing: "Choose a last day that is today or later, and not before the first day.",
	noTools: "Choose at least one tool.",
	priceMissing: "Enter a sale price, or a percentage for all.",
	notLower: "The sale price must be below the regular price.",
	taken: "This tool is in another sale at that time.",
} as const;

export const newRule = "New rule";
export const newCode = "New code";
export const editOffer = "Change an offer";

/** Rules and codes in their list. */
export const offerList = {
	heading: "Rules and codes",
	sales: "Sale prices",
	about:
		"A rule takes something off every order that qualifies; a code, only for customers who enter it. Sale prices lower the prices of tools.",
	none: "No rules or codes yet.",
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
	fromPieces: (pieces: number) => `${pieces} or more items`,
	fromPrice: (price: string) => `orders from ${price}`,
	combines: "combines with other offers",
	once: "once per customer",
} as const;

/** The form of a rule or a code. */
export const offerForm = {
	labels: {
		label: "Name",
		action: "What it does",
		percent: "Percent",
		amount: "Amount",
		pieces: "Items",
		pay: "Items to pay for",
		categories: "Category",
		makers: "Maker",
		jobs: "Tools for a job",
		tools: "Tools",
		withoutSales: "Also for tools that are on sale",
		minPieces: "Minimum number of these items",
		minCents: "Minimum order value",
		firstDay: "First day",
		lastDay: "Last day",
		combines: "Combines with other offers",
		code: "Code",
		maxUses: "Maximum uses",
		oncePerCustomer: "Once per customer",
		count: "Number of single-use codes",
		prefix: "Prefix of these codes",
	},
	hints: {
		label: "Customers read it in the cart and on receipts, such as: 10% off chain tools.",
		action: "Fill in the fields for it below.",
		pay: "For example 3 and 2: of every three, the cheapest is free.",
		tools: "SKUs, IDs or the last part of the page's address, one tool or family per line.",
		firstDay: "Leave empty to start now.",
		lastDay: "Ends at midnight on this day. Leave empty for no end.",
		combines: "Otherwise each line gets the offer that's best for the customer.",
		code: "Letters, digits and hyphens. Not case-sensitive.",
		maxUses: "Leave empty for no limit.",
	},
	actions: {
		percent: "Percent off each item",
		amount: "An amount off the order",
		payFor: "Several items for the price of fewer",
		freeShipping: "Free shipping",
	},
	about: "What it applies to",
	aboutHint:
		"Leave everything empty for the whole shop. If you fill in several, a tool must match them all.",
	needs: "What the order needs",
	when: "When",
	codes: "The code",
	hasCodes: (count: number) => plural(count, { one: "It has # code.", other: "It has # codes." }),
	preview: "Preview with last month's orders",
	previewed: (applied: number, orders: number, amount: string, days: number) =>
		`Would have applied to ${applied} of ${plural(orders, { one: "# order", other: "# orders" })} from the last ${days} days: −${amount}.`,
	labelMissing: "Enter a name of at most 120 characters.",
	actionMissing:
		"Choose what it does: a percentage up to 90, an amount, or more items than are paid for.",
	any: "All",
	limitWrong: "Enter numbers above zero for items and value, or leave them empty.",
	endWrong: "Choose a last day that is today or later, and not before the first day.",
	toolUnknown: (text: string) => `There is no tool “${text}”.`,
	codeMissing: "Enter a code, or the number of codes to make.",
	codeWrong: "Use 3 to 32 letters, digits and hyphens for the code.",
	codeLikeGiftCard: "Choose a shorter code: this one looks like a gift card's code.",
	codeTaken: (code: string) => `Another offer already uses the code ${code}.`,
	prefixWrong: "Use at most 16 letters and digits for the prefix.",
	usesWrong: "Enter a number of uses above zero, or leave it empty.",
	countWrong: (most: number) => `Make at most ${most} codes at a time.`,
	tooMany: (most: number) => `At most ${most} rules can run at a time: end one first.`,
} as const;
