import { describe, expect, it } from "vitest";
import { dayText, parseDay } from "../../config/days.ts";
import {
	changeInPercent,
	daysToRead,
	monthOf,
	plotOf,
	presets,
	rangeOf,
	salesOf,
	shareInPercent,
} from "./overview.ts";

const today = 20_414;
const day = (text: string) => parseDay(text) ?? Number.NaN;
const range = (query: string, now = today) => rangeOf(new URL(`https://shop.test/?${query}`), now);

/** Totals of a shop that sells one order of a dollar a day, of which every second is by a partner. */
const totalsAt = (at: number) => ({
	day: at,
	orders: at * 2,
	paidOrders: at,
	units: at * 3,
	revenueCents: at * 100,
	partnerCents: at * 50,
	refundedCents: 0,
});

it.each([1, 7, 30, 31, 32, 365, 400, 3660])("%i days are compared with as many before", (days) => {
	const some = { first: today - days + 1, last: today };
	const { now, before, bars } = salesOf(some, daysToRead(some).map(totalsAt));
	expect(now).toMatchObject({ units: days * 3, orders: days * 2 });
	expect(before).toEqual(now);
	const { step, count } = plotOf(some);
	expect(bars.map(({ revenueCents }) => revenueCents)).toEqual(Array(count).fill(step * 100));
	expect(bars.at(-1)?.day).toBe(today);
	expect(daysToRead(some).length).toBeLessThanOrEqual(55);
});

describe("the days of an address", () => {
	it("are those offered, or a week", () => {
		for (const days of presets)
			expect(range(`days=${days}`)).toEqual({ first: today - days + 1, last: today, days });
		for (const query of ["", "days=8", "days=365.0", "days=-1", "from=&to="])
			expect(range(query)).toMatchObject({ first: today - 6, days: 7 });
	});

	it.each([
		["from=2025-11-03&to=2025-11-09", "2025-11-03", "2025-11-09"],
		["from=2025-11-03", "2025-11-03", "2025-11-22"],
		["to=2025-11-09", "2025-11-09", "2025-11-09"],
		// Nothing has happened after today, and an end before the start is a day.
		["from=2025-11-20&to=2030-01-01", "2025-11-20", "2025-11-22"],
		["from=2025-11-09&to=2025-11-03", "2025-11-03", "2025-11-03"],
		["from=0001-01-01&to=2025-11-22", "2015-11-16", "2025-11-22"],
	])("%s", (query, first, last) => {
		const found = range(query, day("2025-11-22"));
		expect([found.first, found.last].map(dayText)).toEqual([first, last]);
		expect(found.days).toBeUndefined();
	});
});

it("shows the best tools of a range's last month", () => {
	const best = (query: string) => monthOf(range(query, day("2026-11-22")));
	expect(best("days=1")).toBe("2026-11");
	expect(best("days=365")).toBe("2026-11");
	expect(best("from=2026-09-30&to=2026-10-05")).toBe("2026-10");
});

it("has no percentage of nothing", () => {
	expect(changeInPercent(150, 100)).toBe(50);
	expect(changeInPercent(0, 100)).toBe(-100);
	expect(changeInPercent(5, 0)).toBeUndefined();
	expect(shareInPercent(1, 3)).toBe(33);
	expect(shareInPercent(0, 0)).toBeUndefined();
});
