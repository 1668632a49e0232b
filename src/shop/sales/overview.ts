/** The periods and figures of the overview. */

export const dayMs = 86_400_000;

/** The lengths of periods, in days that end today. Days are those of UTC. */
export const periods = [
	{ days: 1, name: "Today", best: "today" },
	{ days: 7, name: "7 days", best: "this week" },
	{ days: 30, name: "30 days", best: "this month" },
	{ days: 365, name: "365 days", best: "this year" },
] as const;
export type Period = (typeof periods)[number];

const defaultPeriod: Period = periods[1];

/** Returns the period of a URL's `days`. An unknown one is ignored. */
export function periodOf(days: string | null): Period {
	return periods.find((period) => String(period.days) === days) ?? defaultPeriod;
}

/** What happened in some time. Amounts are in minor units. */
export interface SalesFigures {
	/** Orders placed, which reserve stock, and those paid. */
	orders: number;
	paidOrders: number;
	/** Paid orders, and what was paid for them with shipping and tax. */
	lines: number;
	revenueCents: number;
	/** The part of the revenue that partners have referred. */
	partnerCents: number;
	refundedCents: number;
}

/** The running totals since the shop opened, until the end of a day. */
export interface Totals extends SalesFigures {
	/** Days since 1 January 1970, UTC. */
	day: number;
}

/** The days whose totals a period needs: of the plot, of its start, and of the start of the time before. */
export function daysToRead(period: Period, today: number): number[] {
	const { step, count } = plotOf(period);
	const plotted = Array.from({ length: count + 1 }, (_, index) => today - index * step);
	return [...new Set([...plotted, today - period.days, today - 2 * period.days])];
}

/** How a period is plotted: its bars, and the days of each. Today stands beside the six days before. */
export function plotOf({ days }: Period): { step: number; count: number } {
	return days > 30 ? { step: 7, count: 52 } : { step: 1, count: Math.max(days, 7) };
}

function difference(later: SalesFigures, earlier: SalesFigures): SalesFigures {
	return {
		orders: later.orders - earlier.orders,
		paidOrders: later.paidOrders - earlier.paidOrders,
		lines: later.lines - earlier.lines,
		revenueCents: later.revenueCents - earlier.revenueCents,
		partnerCents: later.partnerCents - earlier.partnerCents,
		refundedCents: later.refundedCents - earlier.refundedCents,
	};
}

/** A bar of the plot: `step` days that end with `day`. */
export interface SalesBar extends SalesFigures {
	day: number;
}

export interface Sales {
	now: SalesFigures;
	/** The same number of days before. */
	before: SalesFigures;
	/** The oldest first. */
	bars: SalesBar[];
}

/** Returns the figures of a period from the totals of the days of `daysToRead`. */
export function salesOf(period: Period, today: number, totals: readonly Totals[]): Sales {
	const byDay = new Map(totals.map((one) => [one.day, one]));
	const at = (day: number): SalesFigures => {
		const found = byDay.get(day);
		if (!found) throw new Error(`The totals of day ${day} were not read`);
		return found;
	};
	const [start, startBefore] = [today - period.days, today - 2 * period.days];
	const { step, count } = plotOf(period);
	return {
		now: difference(at(today), at(start)),
		before: difference(at(start), at(startBefore)),
		bars: Array.from({ length: count }, (_, index) => {
			const day = today - (count - 1 - index) * step;
			return { day, ...difference(at(day), at(day - step)) };
		}),
	};
}

/** The change from one amount to another in percent, rounded; undefined if there was nothing before. */
export function changeInPercent(now: number, before: number): number | undefined {
	return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}

/** A share in percent, rounded; undefined of nothing. */
export function shareInPercent(part: number, whole: number): number | undefined {
	return whole === 0 ? undefined : Math.round((part / whole) * 100);
}

/** The key in `tool_sales` of the calendar period that today is in. As `periodsOf` in db/sales-sums.ts. */
export function salesPeriod({ days }: Period, today: number): string {
	const date = new Date(today * dayMs).toISOString();
	if (days === 1) return `d${today}`;
	// 1 January 1970 was a Thursday; weeks start on Monday.
	if (days === 7) return `w${Math.floor((today + 3) / 7)}`;
	return days === 30 ? `m${date.slice(0, 7)}` : `y${date.slice(0, 4)}`;
}
