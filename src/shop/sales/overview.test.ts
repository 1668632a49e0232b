import { expect, it } from "vitest";
import {
	changeInPercent,
	dayMs,
	daysToRead,
	periodOf,
	periods,
	plotOf,
	salesOf,
	salesPeriod,
	shareInPercent,
} from "./overview.ts";

const today = 20_414;
const [oneDay, week, month, year] = periods;

/** Totals of a shop that sells one order of a dollar a day, of which every second is by a partner. */
const totalsAt = (day: number) => ({
	day,
	orders: day * 2,
	paidOrders: day,
	lines: day,
	revenueCents: day * 100,
	partnerCents: day * 50,
	refundedCents: 0,
});

it.each(periods)("$name is its days, and compared with as many before", (period) => {
	const totals = daysToRead(period, today).map(totalsAt);
	const { now, before, bars } = salesOf(period, today, totals);
	expect(now).toMatchObject({ lines: period.days, orders: period.days * 2 });
	expect(before).toEqual(now);
	const { step, count } = plotOf(period);
	expect(bars).toHaveLength(count);
	expect(bars.map(({ revenueCents }) => revenueCents)).toEqual(Array(count).fill(step * 100));
	expect(bars.at(-1)?.day).toBe(today);
});

it("reads few days, whatever the period", () => {
	expect(periods.map((period) => daysToRead(period, today).length)).toEqual([8, 9, 32, 55]);
});

it("takes the period from the address, or a week", () => {
	expect(periodOf("30")).toBe(month);
	for (const days of [null, "", "8", "365.0", "-1"]) expect(periodOf(days)).toBe(week);
});

it("names the calendar period that a day is in", () => {
	const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs;
	expect(salesPeriod(oneDay, today)).toBe("d20414");
	expect(salesPeriod(month, day("2026-11-22"))).toBe("m2026-11");
	expect(salesPeriod(year, day("2026-11-22"))).toBe("y2026");
	const weekOf = (date: string) => salesPeriod(week, day(date));
	// A Monday, the Sunday after it, and the next Monday.
	expect(weekOf("2026-11-16")).toBe(weekOf("2026-11-22"));
	expect(weekOf("2026-11-23")).not.toBe(weekOf("2026-11-22"));
});

it("has no percentage of nothing", () => {
	expect(changeInPercent(150, 100)).toBe(50);
	expect(changeInPercent(0, 100)).toBe(-100);
	expect(changeInPercent(5, 0)).toBeUndefined();
	expect(shareInPercent(1, 3)).toBe(33);
	expect(shareInPercent(0, 0)).toBeUndefined();
});
