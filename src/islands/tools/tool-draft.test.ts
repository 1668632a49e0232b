import { expect, test } from "vitest";
import * as messages from "../../messages/messages.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import {
	type Draft,
	draftOf,
	isCurrent,
	isDirty,
	newDraft,
	rebaseDraft,
	restoreDraft,
	toRequestBody,
	toStoredDraft,
	validateDraft,
} from "./tool-draft.ts";

const tool: Tool = {
	_id: "torque-wrench",
	name: "Torque wrench",
	image: "/images/0",
	description: "Clicks.",
	minOrderQuantity: 2,
	quantity: 10,
	price: 50,
};

/** A draft of the tool with changed fields. */
function draftWith(typed: Partial<Draft["typed"]>, base: Tool = tool): Draft {
	const draft = newDraft(base);
	return { ...draft, typed: { ...draft.typed, ...typed } };
}

test("a number in another notation is no change", () => {
	expect(isDirty(draftWith({ price: "50.0" }))).toBe(false);
	expect(isDirty(draftWith({ price: "50.1" }))).toBe(true);
	expect(isDirty(draftWith({ price: "" }))).toBe(true);
});

test("a row follows the list unless its draft has changes", () => {
	const afterSale = { ...tool, quantity: 8 };
	expect(isCurrent(draftWith({ price: "50.0" }), tool)).toBe(true);
	expect(isCurrent(draftWith({ price: "50.0" }), afterSale)).toBe(false);
	expect(isCurrent(draftWith({ price: "51" }), afterSale)).toBe(true);
});

test("the request body contains the stock that the user saw", () => {
	expect(toRequestBody(draftWith({ price: "12.5" }))).toEqual({
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
		{ quantity: messages.restockBeforeChange },
	],
	[
		"too little to be charged",
		{ price: "0.1" },
		{ price: messages.totalOutOfBounds("$0.50", "$999,999.99") },
	],
	[
		"two of them",
		{ price: "", quantity: "" },
		{
			price: messages.productPriceRequired,
			quantity: messages.quantityRequired,
		},
	],
])("validates a draft with %s", (_, typed, errors) => {
	expect(validateDraft(draftWith(typed), tool)).toEqual(errors);
});

test("a sold-out tool can change its price without being restocked", () => {
	const soldOut = { ...tool, quantity: 0 };
	expect(validateDraft(draftWith({ price: "51" }, soldOut), soldOut)).toEqual({});
});

test("rebasing on a changed stock keeps price and minimum as typed and updates the stock", () => {
	const draft = rebaseDraft(draftWith({ price: "51", quantity: "12" }), {
		...tool,
		quantity: 7,
		minOrderQuantity: 3,
	});
	expect(draft.typed).toEqual({ price: "51", quantity: "7", minOrderQuantity: "3" });
	expect(toRequestBody(draft).quantityWas).toBe(7);
});

test("a stored draft is restored with the stock that the user saw", () => {
	const draft = draftWith({ price: "51" });
	const afterSale = { ...tool, quantity: 8 };
	const restored = restoreDraft(afterSale, JSON.parse(JSON.stringify(toStoredDraft(draft))));
	expect(restored && toRequestBody(restored)).toEqual(toRequestBody(draft));
	expect(restoreDraft(tool, { price: 51 })).toBeUndefined();
});

test("a draft that takes a change back writes the numbers from before", () => {
	const changed = { ...tool, price: 51, quantity: 4 };
	const { price, quantity, minOrderQuantity } = tool;
	expect(toRequestBody(draftOf(changed, tool))).toEqual({
		price,
		quantity,
		minOrderQuantity,
		quantityWas: 4,
	});
});
