import { describe, expect, it } from "vitest";
import { isErrorCode, ShopError, statusByCode } from "./errors.ts";
import * as messages from "./messages/messages.ts";

describe("an error", () => {
	it("has a 4xx or 5xx status and a message that is a sentence, for each code", () => {
		expect(Object.keys(messages.errorMessages).toSorted()).toEqual(
			Object.keys(statusByCode).toSorted(),
		);
		for (const [code, status] of Object.entries(statusByCode)) {
			expect(status, code).toBeGreaterThanOrEqual(400);
			expect(status, code).toBeLessThan(600);
			expect(isErrorCode(code) && messages.errorMessages[code], code).toMatch(/^[A-Z].+\.$/);
		}
	});

	it("has its status, message and cause", () => {
		const cause = new Error("inside");
		const error = new ShopError("invalid", { fields: { phone: "Phone is Required" }, cause });
		expect(error).toMatchObject({ status: 422, code: "invalid", cause, message: "invalid" });
		expect(error.fields).toEqual({ phone: "Phone is Required" });
		expect(new ShopError("not_found", { message: "Gone." }).message).toBe("Gone.");
	});

	it("has no code from an object's prototype", () => {
		for (const code of [
			"toString",
			"constructor",
			"__proto__",
			"",
			404,
			null,
			undefined,
			["invalid"],
		]) {
			expect(isErrorCode(code)).toBe(false);
		}
	});
});
