/** The texts of the overview. */
import { formatPercent, plural } from "./numbers.ts";

/** How a figure has changed since the time before; undefined if there was nothing before. */
export function changeSince(percent: number | undefined): string {
	if (percent === undefined) return "None in the previous days";
	if (percent === 0) return "Same as the previous days";
	const share = formatPercent(Math.abs(percent) / 100);
	return `${percent > 0 ? "Up" : "Down"} ${share} on the previous days`;
}

export const paidOf = (paid: number, placed: number) => `${paid} paid, ${placed} placed`;
export const refundedBefore = (amount: string) => `${amount} in the previous days`;
export const partnerRevenue = (amount: string) => `${amount} of the revenue`;

/** Each figure's name, and what it says. */
export const figureTexts = {
	revenue: ["Revenue", "What was paid for orders, with shipping and tax, before refunds."],
	orders: ["Orders", "Paid orders. Three tools bought together are one order."],
	average: ["Average order", "Revenue divided by orders."],
	units: ["Items per order", "Items in paid orders, divided by orders."],
	conversion: [
		"Paid orders",
		"Orders paid in this period, as a percentage of those placed in it. An order can be paid on a later day than it's placed.",
	],
	refunds: ["Refunds", "What Stripe paid back in this period, whenever the order was paid."],
	partners: ["From partners", "The share of revenue that partners' sites referred."],
} as const satisfies Record<string, readonly [name: string, definition: string]>;

/** What waits, and what is counted. */
export const taskTexts = {
	toShip: ["To ship", "Paid orders with items left to ship: each is at least one parcel."],
	lowStock: ["Low stock", "Listed tools with stock at or below their low-stock threshold."],
	refunds: ["Refunds due", "Order lines with a refund that's due or has failed."],
	disputes: ["Disputes", "Order lines whose payment a bank disputes."],
	reviews: ["Reviews to check", "New reviews and reported ones."],
	questions: [
		"Questions to answer",
		"Questions about tools that have no answer and aren't hidden.",
	],
	returns: ["Returns", "Returns and withdrawals that need a decision or a refund."],
	mails: ["Failed e-mails", "E-mails that couldn't be sent."],
} as const satisfies Record<string, readonly [name: string, definition: string]>;

export const title = "Overview";
export const days = "Days";
export const presetNames = { 1: "Today", 7: "7 days", 30: "30 days", 365: "365 days" } as const;
export const from = "From";
export const sales = "Sales";
export const toDo = "To do";
export const asTable = (title: string) => `${title} as a table`;
export const time = "Time";
export const overTime = "Sales over time";
export const revenueBy = (step: number) => `Revenue ${stepName(step)}`;
const stepName = (step: number) =>
	step === 7 ? "by week" : plural(step, { one: "by day", other: "by # days" });
export const daysUntil = (step: number, date: string) =>
	step === 7 ? `Week until ${date}` : `${step} days until ${date}`;

/** The heading of the best tools of a month. */
export const topTools = (month: string) => `Top tools in ${month}`;
export const revenue = "Revenue";

export const nothingOrdered = "No orders in this period.";
export const salesCome = "Paid orders appear here, one bar per day.";
export const soldIn = (revenue: string, orders: number) =>
	`${revenue} in ${plural(orders, { one: "# paid order", other: "# paid orders" })}. Point at a bar for its figures.`;
export const nothingToDo = "You're all caught up.";
export const plotKeys = (title: string) => `${title}. Arrow keys go from bar to bar.`;
export const plotted = (label: string, revenue: string, orders: string) =>
	`${label}: ${revenue}, orders: ${orders}`;

/** What a new shop needs. */
export const firstSteps = "Open your shop";
export const firstStepsHint = "Until your first order, this list shows what's left to do.";
export const firstStepNames = {
	tools: "Add your tools",
	payments: "Set up payments",
	legal: "Publish the legal pages",
	order: "Get the first order",
} as const;
export const firstStepHints = {
	tools: "One at a time, or all of them from a CSV file.",
	payments: "Stripe pays you once its live keys are set. Health shows what's missing.",
	legal: "Fill in the files in content/legal and give each a date: the footer then links to them.",
	order: "See the shop the way your customers do, then spread the word.",
} as const;
/** Names the legal pages that have no date yet, by their files. */
export const legalPagesLeft = (pages: readonly string[]) =>
	`Fill in these files of content/legal and give each a date: ${pages.join(", ")}.`;
export const isDone = "Done";
export const openTheShop = "Open the shop";
export const whatFiguresMean = "What the figures mean";
export const aboutDays = (timeZone: string) =>
	`Days follow the time zone ${timeZone}. The previous days are the same number of days just before.`;

export const partners = "Partners";
export const aboutPartners =
	"Bike sites and blogs can show your tools and reviews with a widget. Orders from their readers are counted here.";
export const makeWidget = "Make a widget";
export const paidOrders = "Paid orders";
export const morePartners = "More partners";
export const downloadAsCsv = "Download as CSV";
