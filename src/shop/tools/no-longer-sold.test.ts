import { expect, it } from "vitest";
import { isGone } from "./no-longer-sold.ts";

it("the page of a tool is gone a year after it was archived", () => {
	const archivedAt = new Date("2026-01-10T12:00:00Z");
	expect(isGone(archivedAt, Date.parse("2027-01-10T11:59:59Z"))).toBe(false);
	expect(isGone(archivedAt, Date.parse("2027-01-10T12:00:00Z"))).toBe(true);
	expect(isGone(undefined)).toBe(false);
});
