/** The texts of the overview. Separate from messages.ts, so that only this page has them. */
import { formatPercent, plural } from "./messages.numbers.ts";

/** How a figure has changed since the time before; undefined if there was nothing before. */
export function changeSince(percent: number | undefined): string {
	if (percent === undefined) return "Nothing in the days before";
	if (percent === 0) return "As in the days before";
	const share = formatPercent(Math.abs(percent) / 100);
	return `${share} ${percent > 0 ? "more" : "less"} than the days before`;
}

export const paidOf = (paid: number, placed: number) => `${paid} paid, ${placed} placed`;
export const refundedBefore = (amount: string) => `${amount} in the days before`;
export const partnerRevenue = (amount: string) => `${amount} of the revenue`;

/** Each figure's name, and what it says. */
export const figureTexts = {
	revenue: ["Revenue", "What was paid for orders, with shipping and tax, before refunds."],
	orders: ["Orders", "Orders that were paid. A purchase of three tools is one order."],
	average: ["Average order", "Revenue divided by orders."],
	units: ["Units per order", "Pieces of all tools in paid orders, divided by orders."],
	conversion: [
		"Paid orders",
		"Orders paid in these days, in percent of those placed in them. An order can be paid on a later day than it is placed.",
	],
	refunds: ["Refunds", "What Stripe has paid back in these days, whenever the order was paid."],
	partners: ["From partners", "The part of the revenue that a partner's site has referred."],
} as const satisfies Record<string, readonly [name: string, definition: string]>;

/** What waits, and what is counted. */
export const taskTexts = {
	toShip: [
		"To ship",
		"Paid orders of which something is to be shipped: each is a parcel at least.",
	],
	lowStock: ["Low stock", "Listed tools whose stock is at their mark or below."],
	refunds: ["Refunds due", "Lines of orders with a refund that is due or has failed."],
	disputes: ["Disputes", "Lines of orders whose payment a bank disputes."],
	reviews: ["Reviews to check", "New reviews and reported ones."],
	questions: ["To answer", "Questions about tools that have no answer and are not hidden."],
	returns: ["Returns", "Returns and withdrawals that wait for a decision or for their refund."],
	mails: ["Failed e-mails", "E-mails that could not be sent."],
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

/** The heading of the best tools of a calendar period; `name` is that of the month or year. */
export const topTools = (calendar: "day" | "week" | "month" | "year", name: string) =>
	({
		day: "Top tools today",
		week: "Top tools this week",
		month: `Top tools in ${name}`,
		year: `Top tools in ${name}`,
	})[calendar];
export const revenue = "Revenue";

export const nothingOrdered = "There are no orders in these days.";
export const salesCome = "What is paid for appears here as a bar for each day.";
export const soldIn = (revenue: string, orders: number) =>
	`${revenue} in ${plural(orders, { one: "# paid order", other: "# paid orders" })}. Point at a bar for its figures.`;
export const nothingToDo = "Nothing waits for you.";
export const plotKeys = (title: string) => `${title}. Arrow keys go from bar to bar.`;
export const plotted = (label: string, revenue: string, orders: string) =>
	`${label}: ${revenue}, orders: ${orders}`;

/** What a new shop needs. */
export const firstSteps = "Open your shop";
export const firstStepsHint = "Until the first order, this list says what is left to do.";
export const firstStepNames = {
	tools: "Add your tools",
	payments: "Set up payments",
	legal: "Publish the legal pages",
	order: "Get the first order",
} as const;
export const firstStepHints = {
	tools: "One at a time, or all of them from a CSV file.",
	payments: "Stripe pays you once its live keys are set. Health says what is missing.",
	legal: "Fill in the files in content/legal and give each a date: the footer then links to them.",
	order: "Look at the shop as your customers do, and tell them.",
} as const;
/** Names the legal pages that have no date yet, by their files. */
export const legalPagesLeft = (pages: readonly string[]) =>
	`Fill in these files of content/legal and give each a date: ${pages.join(", ")}.`;
export const isDone = "Done";
export const openTheShop = "Open the shop";
export const whatFiguresMean = "What the figures mean";
export const aboutDays = (timeZone: string) =>
	`Days are those of the time zone ${timeZone}. The days before are as many.`;

export const partners = "Partners";
export const aboutPartners =
	"Bike sites and blogs can show your tools and reviews with a widget. What their readers order is counted here.";
export const makeWidget = "Make a widget";
export const paidOrders = "Paid orders";
export const morePartners = "More partners";
export const downloadAsCsv = "Download as CSV";
