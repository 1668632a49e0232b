/** The days and figures of the overview. */
import { dayText } from "../../config/days.ts";
import { filterDay } from "../../values/days.ts";

/** Days of the shop's time zone, both included. */
export interface DayRange {
	first: number;
	last: number;
}

/** The lengths of time that the overview offers, in days that end today. */
export const presets = [1, 7, 30, 365] as const;
const defaultPreset = 7;

/** No plot and no comparison of more days. */
const maxDays = 3660;

const daysIn = ({ first, last }: DayRange) => last - first + 1;
const endingAt = (last: number, days: number): DayRange => ({ first: last - days + 1, last });

/**
 * Returns the days of an address: `?from=2026-11-01&to=2026-11-30`, of which one is enough, or `?days=30`. Throws
 * ShopError `invalid` for what is no day. `days` is undefined for any other days than those that the overview offers.
 */
export function rangeOf(
	{ searchParams }: URL,
	today: number,
): DayRange & { days: number | undefined } {
	const [from, to] = [filterDay(searchParams, "from"), filterDay(searchParams, "to")];
	if (from === undefined && to === undefined) {
		const days =
			presets.find((preset) => String(preset) === searchParams.get("days")) ?? defaultPreset;
		return { ...endingAt(today, days), days };
	}
	const last = Math.min(to ?? today, today);
	const first = Math.max(Math.min(from ?? last, last), last - maxDays + 1);
	return { first, last, days: undefined };
}

/** What happened in some time. Amounts are in minor units. */
export interface SalesFigures {
	/** Orders placed, which reserve stock, and those paid. */
	orders: number;
	paidOrders: number;
	/** The pieces in paid orders, and what was paid for them with shipping and tax. */
	units: number;
	revenueCents: number;
	/** The part of the revenue that partners have referred. */
	partnerCents: number;
	refundedCents: number;
}

/** The running totals since the shop opened, until the end of a day. */
export interface Totals extends SalesFigures {
	/** Days since 1 January 1970. */
	day: number;
}

/** The days whose totals a range needs: of the plot, of its start, and of the start of the time before. */
export function daysToRead(range: DayRange): number[] {
	const { step, count } = plotOf(range);
	const plotted = Array.from({ length: count + 1 }, (_, index) => range.last - index * step);
	const days = daysIn(range);
	return [...new Set([...plotted, range.last - days, range.last - 2 * days])];
}

/** How a range is plotted: its bars, and the days of each. A single day stands beside the six days before. */
export function plotOf(range: DayRange): { step: number; count: number } {
	const days = daysIn(range);
	if (days <= 31) return { step: 1, count: Math.max(days, 7) };
	const step = days <= 371 ? 7 : Math.ceil(days / 52);
	return { step, count: Math.floor(days / step) };
}

function difference(later: SalesFigures, earlier: SalesFigures): SalesFigures {
	return {
		orders: later.orders - earlier.orders,
		paidOrders: later.paidOrders - earlier.paidOrders,
		units: later.units - earlier.units,
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

/** Returns the figures of a range from the totals of the days of `daysToRead`. */
export function salesOf(range: DayRange, totals: readonly Totals[]): Sales {
	const byDay = new Map(totals.map((total) => [total.day, total]));
	const at = (day: number): SalesFigures => {
		const totals = byDay.get(day);
		if (!totals) throw new Error(`The totals of day ${day} were not read`);
		return totals;
	};
	const { last } = range;
	const days = daysIn(range);
	const { step, count } = plotOf(range);
	return {
		now: difference(at(last), at(last - days)),
		before: difference(at(last - days), at(last - 2 * days)),
		bars: Array.from({ length: count }, (_, index) => {
			const day = last - (count - 1 - index) * step;
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

/** The month in `tool_sales` whose best tools are shown: the last one of a range. */
export const monthOf = ({ last }: DayRange): string => dayText(last).slice(0, 7);
