import { expect, it } from "vitest";
import { figuresOf } from "./figures.ts";

const own = [{ name: "Bags sold", value: "300", note: "This year" }];

it("a shop's own figures replace the samples, which only the demo shop shows", () => {
	expect(figuresOf(own, true)).toBe(own);
	expect(figuresOf(own, false)).toBe(own);
	expect(figuresOf(undefined, true)).toHaveLength(3);
	expect(figuresOf(undefined, false)).toBeUndefined();
});
