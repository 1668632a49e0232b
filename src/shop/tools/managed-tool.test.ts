import { expect, it } from "vitest";
import { marginOf } from "./managed-tool.ts";

it.each([
	[
		{ price: 20, cost: 15 },
		{ amount: 5, percent: 25 },
	],
	[
		{ price: 20, cost: 25 },
		{ amount: -5, percent: -25 },
	],
	[
		{ price: 3, cost: 1 },
		{ amount: 2, percent: 67 },
	],
	[
		{ price: 20, cost: 0 },
		{ amount: 20, percent: 100 },
	],
	[{ price: 20, cost: null }, undefined],
	[{ price: 0, cost: 15 }, undefined],
	[{ price: Number.NaN, cost: 15 }, undefined],
	[{ price: 20, cost: Number.NaN }, undefined],
])("the margin of %j is %j", (prices, margin) => {
	expect(marginOf(prices)).toEqual(margin);
});
