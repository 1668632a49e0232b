import { expect, it } from "vitest";
import { formatOrderNumber, parseOrderNumber, searchTextOf } from "./order-number.ts";

it.each([
	["1001", "", 1001],
	[" #1001 ", "", 1001],
	["CS-1001", "CS-", 1001],
	["#cs-1001", "CS-", 1001],
	["1001", "CS-", 1001],
	["CS-1001", "", undefined],
	["CS-", "CS-", undefined],
	["10 01", "", undefined],
	["1001a", "", undefined],
	["", "", undefined],
	["1".repeat(16), "", undefined],
])("%j with the prefix %j is the number %j", (text, prefix, number) => {
	expect(parseOrderNumber(text, prefix)).toBe(number);
});

it("a formatted number is parsed as the same, and other texts are searched as they are", () => {
	expect(parseOrderNumber(formatOrderNumber(1001))).toBe(1001);
	expect(searchTextOf(formatOrderNumber(1001))).toBe("1001");
	expect(searchTextOf("#1001")).toBe("1001");
	expect(searchTextOf("chain whip")).toBe("chain whip");
});
