import { describe, expect, it } from "vitest";
import { brandOf, groupNumber, judgeCvc, judgeExpiry, judgeNumber } from "./card-rules.js";

describe("a card number", () => {
	it.each([
		["4242424242424242", "visa", "4242 4242 4242 4242", "complete"],
		["378282246310005", "amex", "3782 822463 10005", "complete"],
		["5555555555554444", "mastercard", "5555 5555 5555 4444", "complete"],
		["2223003122003222", "mastercard", "2223 0031 2200 3222", "complete"],
		["6011111111111117", "discover", "6011 1111 1111 1117", "complete"],
		["36227206271667", "diners", "3622 720627 1667", "complete"],
		["3566002020360505", "jcb", "3566 0020 2036 0505", "complete"],
		["6200000000000005", "unionpay", "6200 0000 0000 0005", "complete"],
		["4242424242424241", "visa", "4242 4242 4242 4241", "invalid"],
		["42424", "visa", "4242 4", "incomplete"],
		["", "unknown", "", "empty"],
	])("%s is %s, printed %s, %s", (number, brand, printed, state) => {
		expect(brandOf(number)).toBe(brand);
		expect(groupNumber(number)).toBe(printed);
		expect(judgeNumber(number).state).toBe(state);
	});
});

describe("an expiration date", () => {
	const now = new Date(2026, 5, 15);

	it.each([
		["0626", "complete", undefined],
		["0526", "invalid", "invalid_expiry_month_past"],
		["1225", "invalid", "invalid_expiry_year_past"],
		["1299", "invalid", "invalid_expiry_year"],
		["13", "invalid", "invalid_expiry_month"],
		["122", "incomplete", "incomplete_expiry"],
	])("%s in June 2026 is %s", (digits, state, code) => {
		expect(judgeExpiry(digits, now)).toEqual(code ? { state, code } : { state });
	});
});

describe("a security code", () => {
	it("has three digits, four for American Express", () => {
		expect(judgeCvc("123", "visa").state).toBe("complete");
		expect(judgeCvc("123", "amex").state).toBe("incomplete");
		expect(judgeCvc("1234", "amex").state).toBe("complete");
	});
});
