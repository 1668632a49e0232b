import { describe, expect, it } from "vitest";
import { isExportKind, lastMonth, parseDays } from "./exports.ts";

it("knows its kinds", () => {
	expect(["orders", "toString", "", undefined].map(isExportKind)).toEqual([
		true,
		false,
		false,
		false,
	]);
});

describe("the days of an export", () => {
	const parse = (query: string) => parseDays(new URLSearchParams(query));
	const all = { from: 0, until: Number.MAX_SAFE_INTEGER };

	it("include the first and the last", () => {
		expect(parse("from=2026-11-01&to=2026-11-30")).toEqual({
			from: Date.UTC(2026, 10, 1),
			until: Date.UTC(2026, 11, 1),
		});
	});

	it.each(["", "from=&to="])("are all for %j", (query) => {
		expect(parse(query)).toEqual(all);
	});

	it.each([
		"from=abc",
		"to=2027-02-29",
		"from=2026-11-1",
		"to=2026-11-01x",
		"from=12026-11-01",
		"to=2026-13-01",
		// The first is a day of another year, and the second one with a comment, to Date.parse.
		"from=%2B012026-11-01",
		"to=2026-11-01(",
	])("are refused for %j", (query) => {
		expect(() => parse(query)).toThrow(expect.objectContaining({ code: "invalid", status: 422 }));
	});
});

it.each([
	["2026-03-31T23:59:59Z", "2026-02-01", "2026-02-28"],
	["2026-01-01T00:00:00Z", "2025-12-01", "2025-12-31"],
])("the month before %s is from %s to %s", (now, from, to) => {
	expect(lastMonth(Date.parse(now))).toEqual({ from, to });
});
