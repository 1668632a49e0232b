import { describe, expect, it } from "vitest";
import { dayMs, dayOf, dayText, offsetsBetween, parseDay, startOfDay } from "./days.ts";

const day = (text: string) => parseDay(text) ?? Number.NaN;
const startOf = (text: string, timeZone: string) =>
	new Date(startOfDay(day(text), timeZone)).toISOString();
const hoursOf = (text: string, timeZone: string) =>
	(startOfDay(day(text) + 1, timeZone) - startOfDay(day(text), timeZone)) / 3_600_000;

describe("a day begins at midnight in the shop's time zone", () => {
	it.each([
		["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z", 24],
		// Clocks go from 2 to 3, and from 3 to 2.
		["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
		["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z", 24],
		["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
		["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
		["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
		["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z", 24],
		["Asia/Kolkata", "2026-11-22", "2026-11-21T18:30:00.000Z", 24],
		// Changes by half an hour, and clocks that go from 0 to 1.
		["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
		["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", 23],
		["Pacific/Kiritimati", "2026-11-22", "2026-11-21T10:00:00.000Z", 24],
	])("%s, %s", (timeZone, text, start, hours) => {
		expect(startOf(text, timeZone)).toBe(start);
		expect(hoursOf(text, timeZone)).toBe(hours);
		const at = startOfDay(day(text), timeZone);
		expect([at - 1, at].map((ms) => dayText(dayOf(ms, timeZone)))).toEqual([
			dayText(day(text) - 1),
			text,
		]);
	});
});

it("has the offsets of a zone, each until the next", () => {
	const year = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)] as const;
	const offsets = (timeZone: string) =>
		offsetsBetween(timeZone, ...year).map(({ since, offsetMs }) => [
			new Date(since).toISOString(),
			offsetMs / 3_600_000,
		]);
	expect(offsets("Europe/Berlin")).toEqual([
		["2026-01-01T00:00:00.000Z", 1],
		["2026-03-29T01:00:00.000Z", 2],
		["2026-10-25T01:00:00.000Z", 1],
	]);
	expect(offsets("America/New_York").slice(1)).toEqual([
		["2026-03-08T07:00:00.000Z", -4],
		["2026-11-01T06:00:00.000Z", -5],
	]);
	expect(offsets("Asia/Kolkata")).toEqual([["2026-01-01T00:00:00.000Z", 5.5]]);
});

it("reads days as date fields write them", () => {
	expect(dayText(day("2026-11-22"))).toBe("2026-11-22");
	expect(day("1970-01-02")).toBe(1);
	expect(day("2026-11-22") * dayMs).toBe(Date.UTC(2026, 10, 22));
	for (const text of [
		"",
		"2026-13-01",
		"2027-02-29",
		"2026-04-31",
		"2026-1-2",
		"22.11.2026",
		"2026-11-22T00:00",
	])
		expect(parseDay(text)).toBeUndefined();
});
