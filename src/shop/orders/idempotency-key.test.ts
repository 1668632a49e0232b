import { describe, expect, it } from "vitest";
import { isSameRequest, parseIdempotencyKey } from "./idempotency-key.server.ts";

describe("the Idempotency-Key header", () => {
	it("is up to 255 visible characters", () => {
		for (const key of ["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "~".repeat(255)]) {
			expect(parseIdempotencyKey(key)).toBe(key);
		}
	});

	it("is ignored with other characters", () => {
		for (const key of [null, "", " ", "two words", "tab\t", "ключ", "a\n"]) {
			expect(parseIdempotencyKey(key), JSON.stringify(key)).toBeUndefined();
		}
	});

	it("is rejected under the header's name if it is longer", () => {
		const rejected = expect.objectContaining({
			code: "invalid",
			fields: { "Idempotency-Key": "Please use at most 255 characters." },
		});
		expect(() => parseIdempotencyKey("~".repeat(256))).toThrow(rejected);
		expect(() => parseIdempotencyKey("two words ".repeat(100))).toThrow(rejected);
	});
});

describe("a repeated request", () => {
	const order = {
		toolId: "a",
		quantity: 2,
		phone: "+1 555 0100",
		address: "1 Test Street",
		unitPriceCents: 1999,
		totalCents: 3998,
		partner: null,
	};
	const request = { productCode: "a", quantity: 2, phone: order.phone, address: order.address };

	it("is the same with the same values", () => {
		expect(isSameRequest(order, request)).toBe(true);
		expect(isSameRequest(order, { ...request, price: 19.99, totalPrice: 39.98 })).toBe(true);
		expect(isSameRequest(order, { productCode: "a", quantity: 2 })).toBe(true);
	});

	it.each([
		{ productCode: "b" },
		{ quantity: 3 },
		{ phone: "+1 555 0101" },
		{ address: "2 Test Street" },
		{ price: 20 },
		{ totalPrice: 40 },
		{ partner: "blog" },
	])("differs with %j", (changes) => {
		expect(isSameRequest(order, { ...request, ...changes })).toBe(false);
	});
});
