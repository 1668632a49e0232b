import { describe, expect, it } from "vitest";
import { elementHeight, minWidthForColumns } from "./sizes.ts";

describe("the height of a tool card", () => {
	it.each([
		// Image beside the text.
		[560, 240],
		[454, 240],
		// Image above the text: ratio 4:3, and the text's height.
		[453, 340 + 240],
		[260, 195 + 240],
		[259, 195 + 284],
		[220, 165 + 284],
		[219, 165 + 330],
		[180, 135 + 330],
	])("%d px wide is %d px", (width, height) => {
		expect(elementHeight("tool", width)).toBe(height);
	});
});

describe("the height of a review feed", () => {
	it.each([
		// One column, whose width decides the height of a review.
		[180, 1, 57 + 424 + 16],
		[203, 1, 57 + 424 + 16],
		[204, 1, 57 + 352 + 16],
		[233, 1, 57 + 352 + 16],
		[234, 1, 57 + 310 + 16],
		[273, 1, 57 + 310 + 16],
		[274, 1, 57 + 288 + 16],
		[429, 3, 57 + 3 * (288 + 16)],
		// Two columns, then three.
		[430, 3, 57 + 2 * (352 + 16)],
		[635, 3, 57 + 2 * (288 + 16)],
		[636, 3, 57 + 352 + 16],
		[760, 6, 57 + 2 * (310 + 16)],
	])("%d px wide with %d reviews is %d px", (width, reviews, height) => {
		expect(elementHeight("feed", width, reviews)).toBe(height);
	});

	it("has three reviews unless said otherwise", () => {
		expect(elementHeight("feed", 300)).toBe(elementHeight("feed", 300, 3));
	});
});

it("columns have their minimum width", () => {
	expect([1, 2, 3].map(minWidthForColumns)).toEqual([224, 430, 636]);
});
