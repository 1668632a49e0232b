import { describe, expect, it } from "vitest";
import { checkIsRepeated, requestKeyOf } from "./idempotency-key.ts";

const call = { call: "POST /order", userId: "one", input: {} };
const keyOf = (header: string | null, changes = {}) =>
	requestKeyOf(header, { ...call, ...changes }).then(({ key }) => key);
const fingerprintOf = (input: unknown) =>
	requestKeyOf("k", { ...call, input }).then(({ fingerprint }) => fingerprint);

describe("the Idempotency-Key header", () => {
	it("is up to 255 visible characters", async () => {
		for (const key of ["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "~".repeat(255)]) {
			expect(await keyOf(key)).toBe(await keyOf(key));
		}
	});

	it("is ignored with other characters: each request has a key of its own", async () => {
		for (const key of [null, "", " ", "two words", "tab\t", "ключ", "a\n"]) {
			expect(await keyOf(key), JSON.stringify(key)).not.toBe(await keyOf(key));
		}
	});

	it("is rejected under the header's name if it is longer", async () => {
		const rejected = expect.objectContaining({
			code: "invalid",
			fields: { "Idempotency-Key": "Please use at most 255 characters." },
		});
		await expect(keyOf("~".repeat(256))).rejects.toEqual(rejected);
		await expect(keyOf("two words ".repeat(100))).rejects.toEqual(rejected);
	});

	it("is of one call and one user", async () => {
		const others = [{ call: "POST /checkout" }, { userId: "other" }, { userId: undefined }];
		const keys = await Promise.all([{}, ...others].map((changes) => keyOf("k", changes)));
		expect(new Set(keys).size).toBe(keys.length);
		expect(await keyOf("l")).not.toBe(keys[0]);
	});

	it("is stored as a hash, which is no other key of a refund", async () => {
		for (const header of ["cancel", "retry", "re_1", "k"])
			expect(await keyOf(header)).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe("the fingerprint of a request", () => {
	it("is the same for the same content, in whatever order its fields are", async () => {
		const fingerprint = await fingerprintOf({ a: 1, b: { c: [1, 2], d: null }, e: undefined });
		expect(await fingerprintOf({ b: { d: null, c: [1, 2] }, a: 1 })).toBe(fingerprint);
		expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
	});

	it("differs for other content", async () => {
		const inputs = [
			{},
			[],
			null,
			{ a: 1 },
			{ a: "1" },
			{ a: null },
			{ a: [] },
			{ a: {} },
			{ a: [1, 2] },
			{ a: [2, 1] },
			{ b: 1 },
			{ a: 1, b: 1 },
			[["a", 1]],
			{ fields: [["a", 1]] },
			{ 2: "x", 10: "y" },
			{ 2: "y", 10: "x" },
		];
		const fingerprints = await Promise.all(inputs.map(fingerprintOf));
		expect(new Set(fingerprints).size).toBe(inputs.length);
	});

	it("rejects another request with the same key, and what was stored without one", async () => {
		const [one, other] = [
			await requestKeyOf("k", { ...call, input: { a: 1 } }),
			await requestKeyOf("k", { ...call, input: { a: 2 } }),
		];
		expect(one.key).toBe(other.key);
		expect(() => checkIsRepeated(one.fingerprint, one)).not.toThrow();
		const mismatch = expect.objectContaining({ code: "idempotency_mismatch" });
		expect(() => checkIsRepeated(one.fingerprint, other)).toThrow(mismatch);
		expect(() => checkIsRepeated(null, other)).toThrow(mismatch);
	});
});
