import { expect, it } from "vitest";
import { formatAverage } from "./rating.ts";

it.each([
	[4, "4.0"],
	[13 / 3, "4.3"],
	[4.96, "5.0"],
])("the average %d is written %s", (average, text) => {
	expect(formatAverage(average)).toBe(text);
});
