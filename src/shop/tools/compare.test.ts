import { expect, it } from "vitest";
import { comparedIds, compareSpecifications } from "./compare.ts";

it("compares each tool once, at most four, and ignores what is no id", () => {
	const params = new URLSearchParams("tool=a&tool=b&tool=a&tool=%20&tool=c&tool=d&tool=e&q=x");
	expect(comparedIds(params)).toEqual(["a", "b", "c", "d"]);
});

it("has a line for each specification, and says which differ", () => {
	const lines = compareSpecifications([
		[
			{ name: "Length", value: "270 mm" },
			{ name: "Drive", value: "1/4 inch" },
		],
		[
			{ name: "Drive", value: "1/4 inch" },
			{ name: "Weight", value: "300 g" },
		],
	]);
	expect(lines).toEqual([
		{ name: "Length", values: ["270 mm", undefined], differ: true },
		{ name: "Drive", values: ["1/4 inch", "1/4 inch"], differ: false },
		{ name: "Weight", values: [undefined, "300 g"], differ: true },
	]);
});
