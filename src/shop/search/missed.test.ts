import { describe, expect, it } from "vitest";
import { countedSearch } from "./missed.ts";

describe("a search without results", () => {
	it.each([
		["Dropper Post", "dropper post"],
		["CN-M8100", "cn-m8100"],
		["ключ 15", "ключ 15"],
		["27.5 x 2.40", "27.5 x 2.40"],
	])("%j is counted as %j", (typed, counted) => {
		expect(countedSearch(typed)).toBe(counted);
	});

	it.each([
		["an e-mail", "robin@example.test"],
		["a telephone", "call +1 (503) 555-0100"],
		["a card", "visa 4242 4242 4242 4242"],
		["an address on the web", "see https://spam.test"],
		["a page", "www.spam.test"],
		["too long", "a".repeat(61)],
		["no letter", "1234"],
		["a mark that turns text around", "abc\u202edef"],
	])("is not if it has %s", (_, typed) => {
		expect(countedSearch(typed)).toBeUndefined();
	});
});
