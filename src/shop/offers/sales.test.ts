/** What a page says of a reduced price, and how the form of a new sale is read. */
import { expect, it } from "vitest";
import { dayOf, dayText } from "../../config/days.ts";
import { lastDayOf, percentOff, readSale, reducedCents } from "./sales.ts";

it.each([
	[89, 62.3, 30],
	[100, 99.01, 0],
	[100, 99, 1],
	[59.9, 39.9, 33],
	[0.03, 0.01, 66],
	[4.35, 0.01, 99],
])("%s to %s is %s percent off, never more", (before, now, percent) => {
	expect(percentOff(before, now)).toBe(percent);
});

it("a percentage off is in whole cents", () => {
	expect([reducedCents(2599, 10), reducedCents(999, 33), reducedCents(1, 50)]).toEqual([
		2339, 669, 1,
	]);
});

it("a sale lasts until the end of its last day", () => {
	expect(lastDayOf({ before: 1, endsAt: "2026-12-04T00:00:00.000Z" })).toBe("Dec 3, 2026");
});

it("a form has a percentage for all, and prices for some", () => {
	const sent = {
		name: " Autumn ",
		lastDay: dayText(dayOf(Date.now()) + 1),
		percent: "10",
		"price-a": "8.5",
	};
	const form = new URLSearchParams(sent);
	expect(readSale(form, ["a", "b"])).toEqual({
		output: {
			name: "Autumn",
			firstDay: undefined,
			lastDay: dayOf(Date.now()) + 1,
			percent: 10,
			tools: [
				{ id: "a", priceCents: 850 },
				{ id: "b", priceCents: undefined },
			],
		},
	});
	const wrong = new URLSearchParams({ percent: "95", "price-a": "cheap" });
	const { fields } = Object(readSale(wrong, ["a", "b"]));
	expect(Object.keys(fields)).toEqual(["price-a", "name", "lastDay", "percent"]);
});
