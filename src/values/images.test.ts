import { describe, expect, it } from "vitest";
import { isImageKey, variantTypeFor } from "./images.ts";

describe("variantTypeFor", () => {
	it.each([
		["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/avif"],
		["image/webp,image/avif,*/*;q=0.5", "image/avif"],
		["image/webp,*/*", "image/webp"],
		["image/avif;q=0,image/webp", "image/webp"],
		["image/avif; q=0.000, image/webp; q=0.1", "image/webp"],
		["image/avif;q=0.2, image/webp;q=0.8", "image/webp"],
		["image/avif;level=1;q=0.9, image/webp;q=0.8", "image/avif"],
		["IMAGE/WEBP ;Q=1", "image/webp"],
		["image/avif;q=0", undefined],
		["image/avif;q=", undefined],
		["image/avif;q=much", undefined],
		["image/avif-sequence, ximage/webp", undefined],
		["image/*", undefined],
		["*/*", undefined],
		["", undefined],
	])("returns for %j the type %s", (accept, type) => {
		expect(variantTypeFor(accept)).toBe(type);
	});
});

describe("isImageKey", () => {
	it("accepts 32 lowercase hexadecimal digits only", () => {
		expect(isImageKey("0123456789abcdef".repeat(2))).toBe(true);
		for (const invalid of [
			"",
			"a",
			"a".repeat(31),
			"a".repeat(33),
			"A".repeat(32),
			`${"a".repeat(32)}\n`,
		]) {
			expect(isImageKey(invalid)).toBe(false);
		}
	});
});
