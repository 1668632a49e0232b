/** The texts of the overview. Separate from messages.ts, so that only this page has them. */

/** How a figure has changed since the time before; undefined if there was nothing before. */
export function changeSince(percent: number | undefined): string {
	if (percent === undefined) return "Nothing in the period before";
	if (percent === 0) return "As in the period before";
	return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} % since the period before`;
}

export const paidOf = (paid: number, placed: number) => `${paid} paid of ${placed} placed`;
export const refundedBefore = (amount: string) => `${amount} in the period before`;
export const partnerRevenue = (amount: string) => `${amount} of the revenue`;
export const weekUntil = (date: string) => `Week until ${date}`;

export const nothingOrdered = "There are no orders in this period. The first one will appear here.";
export const aboutFigures =
	"Days are those of UTC. Revenue is what was paid, with shipping and tax, before refunds. Paid orders compares the orders paid in this period with those placed in it.";

export const partners = "Partners";
export const partner = "Partner";
export const paidOrders = "Paid orders";
export const revenue = "Revenue";
export const morePartners = "More partners";
export const downloadAsCsv = "Download as CSV";
