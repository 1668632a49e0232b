import { expect, test } from "vitest";
import * as messages from "../../messages.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import {
	bodyOf,
	type Draft,
	fresh,
	given,
	holds,
	isDirty,
	keptOf,
	rebased,
	wrongIn,
} from "./draft.ts";

const tool: Tool = {
	_id: "torque-wrench",
	name: "Torque wrench",
	image: "/images/0",
	description: "Clicks.",
	minOrderQuantity: 2,
	quantity: 10,
	price: 50,
};

/** The tool with something typed over it. */
function typing(typed: Partial<Draft["typed"]>, over: Tool = tool): Draft {
	const draft = fresh(over);
	return { ...draft, typed: { ...draft.typed, ...typed } };
}

test("a number typed in another way is the same number", () => {
	expect(isDirty(typing({ price: "50.0" }))).toBe(false);
	expect(isDirty(typing({ price: "50.1" }))).toBe(true);
	expect(isDirty(typing({ price: "" }))).toBe(true);
});

test("a row follows the list, but not while it says something new", () => {
	const sold = { ...tool, quantity: 8 };
	expect(holds(typing({ price: "50.0" }), tool)).toBe(true);
	expect(holds(typing({ price: "50.0" }), sold)).toBe(false);
	expect(holds(typing({ price: "51" }), sold)).toBe(true);
});

test("what is sent carries the stock that was seen", () => {
	expect(bodyOf(typing({ price: "12.5" }))).toEqual({
		price: 12.5,
		quantity: 10,
		minOrderQuantity: 2,
		quantityWas: 10,
	});
});

test.each<[string, Partial<Draft["typed"]>, Partial<Record<string, string>>]>([
	["nothing", {}, {}],
	["no price", { price: "" }, { price: messages.productPriceRequired }],
	["half a piece", { quantity: "1.5" }, { quantity: messages.wholeNumber }],
	["a minimum of none", { minOrderQuantity: "0" }, { minOrderQuantity: messages.atLeast(1) }],
	["no stock", { quantity: "0" }, {}],
	[
		"no stock at another price",
		{ quantity: "0", price: "51" },
		{ quantity: messages.restockFirst },
	],
	["too little to be charged", { price: "0.1" }, { price: messages.totalOutOfBounds }],
	[
		"two of them",
		{ price: "", quantity: "" },
		{
			price: messages.productPriceRequired,
			quantity: messages.quantityRequired,
		},
	],
])("says what is wrong with %s", (_, typed, wrong) => {
	expect(wrongIn(typing(typed), tool)).toEqual(wrong);
});

test("a sold-out tool may change its price without being restocked", () => {
	const soldOut = { ...tool, quantity: 0 };
	expect(wrongIn(typing({ price: "51" }, soldOut), soldOut)).toEqual({});
});

test("on a stock that has changed, price and minimum stay as typed and the stock is seen anew", () => {
	const draft = rebased(typing({ price: "51", quantity: "12" }), {
		...tool,
		quantity: 7,
		minOrderQuantity: 3,
	});
	expect(draft.typed).toEqual({ price: "51", quantity: "7", minOrderQuantity: "3" });
	expect(bodyOf(draft).quantityWas).toBe(7);
});

test("what was kept is given back with the stock that was seen", () => {
	const draft = typing({ price: "51" });
	const sold = { ...tool, quantity: 8 };
	const back = given(sold, JSON.parse(JSON.stringify(keptOf(draft))));
	expect(back && bodyOf(back)).toEqual(bodyOf(draft));
	expect(given(tool, { price: 51 })).toBeUndefined();
});
