/** What is typed into a tool's row, until it is saved. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import { formatDollars } from "../../shop/fields.ts";
import { restock, type Tool, toolUpdate } from "../../shop/tools/tools.ts";

/** The numbers that change in place, in the order they stand in. */
export const fieldNames = ["price", "quantity", "minOrderQuantity"] as const;
export type FieldName = (typeof fieldNames)[number];

type FieldNumbers = Record<FieldName, number>;

export interface Draft {
	/** What the tool was when the typing began. */
	initial: FieldNumbers;
	typed: Record<FieldName, string>;
	/** What is wrong with it; undefined until it was first to be saved. */
	errors: Partial<Record<FieldName, string>> | undefined;
}

/** A tool as it is, nothing typed yet. */
export function newDraft(tool: Tool): Draft {
	const { price, quantity, minOrderQuantity } = tool;
	return {
		initial: { price, quantity, minOrderQuantity },
		typed: {
			price: formatDollars(price),
			quantity: String(quantity),
			minOrderQuantity: String(minOrderQuantity),
		},
		errors: undefined,
	};
}

/** What is typed as numbers; what is none is NaN, which no rule takes. */
export function parseNumbers({ typed }: Draft): FieldNumbers {
	const parseNumber = (text: string) => (text === "" ? Number.NaN : Number(text));
	return {
		price: parseNumber(typed.price),
		quantity: parseNumber(typed.quantity),
		minOrderQuantity: parseNumber(typed.minOrderQuantity),
	};
}

/** Whether something typed differs from what was there when the typing began. */
export function isDirty(draft: Draft): boolean {
	const current = parseNumbers(draft);
	return fieldNames.some((name) => current[name] !== draft.initial[name]);
}

/** Whether a draft still counts: it does while it says something new of the tool, or of no other state of it. */
export function isCurrent(draft: Draft, tool: Tool): boolean {
	return isDirty(draft) || fieldNames.every((name) => draft.initial[name] === tool[name]);
}

/** Whether nothing but the stock differs: restocking takes 0, which a change of the rest does not. */
export function isStockOnly(draft: Draft, tool: Tool): boolean {
	const current = parseNumbers(draft);
	return current.price === tool.price && current.minOrderQuantity === tool.minOrderQuantity;
}

/** What is sent. The server refuses it where the stock is not what was seen when the typing began. */
export function toRequestBody(draft: Draft) {
	return { ...parseNumbers(draft), quantityWas: draft.initial.quantity };
}

/** What is wrong with a draft, a message a number at most. */
export function validateDraft(draft: Draft, tool: Tool): Partial<Record<FieldName, string>> {
	const body = toRequestBody(draft);
	const rules = isStockOnly(draft, tool) ? restock : toolUpdate;
	const { issues = [] } = v.safeParse(rules, body, { abortPipeEarly: true });
	const errors: Partial<Record<FieldName, string>> = {};
	for (const { path, message } of issues) {
		const name = fieldNames.find((known) => known === path?.[0]?.key);
		if (name) errors[name] ??= message;
	}
	if (errors.quantity && body.quantity === 0) errors.quantity = messages.restockBeforeChange;
	return errors;
}

/** A draft on the tool as it is now: what was changed stays, but the stock is seen anew. */
export function rebaseDraft(draft: Draft, tool: Tool): Draft {
	const current = parseNumbers(draft);
	const { initial, typed } = newDraft(tool);
	const mergedText = (name: FieldName) =>
		current[name] === draft.initial[name] ? typed[name] : draft.typed[name];
	return {
		initial,
		typed: {
			...typed,
			price: mergedText("price"),
			minOrderQuantity: mergedText("minOrderQuantity"),
		},
		errors: undefined,
	};
}

const storedDraftShape = v.object({
	price: v.string(),
	quantity: v.string(),
	minOrderQuantity: v.string(),
	quantityWas: v.number(),
});

/** What is kept of a draft while its user signs in again. */
export function toStoredDraft({ typed, initial }: Draft): v.InferOutput<typeof storedDraftShape> {
	return { ...typed, quantityWas: initial.quantity };
}

/** The draft that was kept, on the tool as it is now; undefined where what was kept is none. */
export function restoreDraft(tool: Tool, stored: Record<string, unknown>): Draft | undefined {
	const parsed = v.safeParse(storedDraftShape, stored);
	if (!parsed.success) return undefined;
	const { quantityWas, ...typed } = parsed.output;
	return {
		...newDraft(tool),
		initial: { ...newDraft(tool).initial, quantity: quantityWas },
		typed,
	};
}
