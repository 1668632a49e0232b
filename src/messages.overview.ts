/** The texts of the overview. Separate from messages.ts, so that only this page has them. */

/** How a figure has changed since the time before; undefined if there was nothing before. */
export function changeSince(percent: number | undefined): string {
	if (percent === undefined) return "Nothing in the time before";
	if (percent === 0) return "As in the time before";
	return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} % since the time before`;
}

export const paidOf = (paid: number, placed: number) => `${paid} paid of ${placed} placed`;
export const refundedBefore = (amount: string) => `${amount} in the time before`;
export const partnerRevenue = (amount: string) => `${amount} of the revenue`;
export const weekUntil = (date: string) => `Week until ${date}`;

export const nothingOrdered =
	"Nobody has ordered anything in this time. As soon as the first order is placed, its day stands here.";
export const aboutFigures =
	"Days are those of UTC. Revenue is what was paid, with shipping and tax, before refunds. Paid checkouts compares the checkouts paid in this time with those placed in it.";
