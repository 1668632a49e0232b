import { expect, it } from "vitest";
import { barcodeOf } from "./barcode.ts";

it("draws a number as Code 39, as a reader of its bars and gaps finds it", () => {
	const { bars, width } = barcodeOf(1001);
	// *1001*: six characters of nine elements, three of them wide, with a gap between two.
	expect(bars).toHaveLength(6 * 5);
	expect(width).toBe(6 * (6 + 3 * 3) + 5);
	const drawn = Array.from({ length: width }, () => " ");
	for (const [start, size] of bars) drawn.fill("#", start, start + size);
	expect(drawn.join("")).toBe(
		"#   # ### ### # ### #   # # ### # #   ### ### # # #   ### ### # ### #   # # ### #   # ### ### #",
	);
});
