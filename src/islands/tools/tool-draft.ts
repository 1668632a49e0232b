/** The draft of a tool's row: what is typed until it is saved. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import { restock, type Tool, toolUpdate } from "../../shop/tools/tools.ts";
import { formatDecimals } from "../../values/money.ts";

/** The editable fields of a row, in their order on screen. */
export const fieldNames = ["price", "quantity", "minOrderQuantity"] as const;
export type FieldName = (typeof fieldNames)[number];

type FieldNumbers = Record<FieldName, number>;

export interface Draft {
	/** The tool's numbers when typing began. */
	initial: FieldNumbers;
	typed: Record<FieldName, string>;
	/** Error messages by field; undefined until the first attempt to save. */
	errors: Partial<Record<FieldName, string>> | undefined;
}

/** A draft without changes. */
export function newDraft(tool: Tool): Draft {
	const { price, quantity, minOrderQuantity } = tool;
	return {
		initial: { price, quantity, minOrderQuantity },
		typed: {
			price: formatDecimals(price),
			quantity: String(quantity),
			minOrderQuantity: String(minOrderQuantity),
		},
		errors: undefined,
	};
}

/** A draft that changes a tool's numbers to those of another one. */
export function draftOf(tool: Tool, to: Tool): Draft {
	return { ...newDraft(tool), typed: newDraft(to).typed };
}

/** The typed numbers. Text that is no number becomes NaN, which the schemas reject. */
export function parseNumbers({ typed }: Draft): FieldNumbers {
	const parseNumber = (text: string) => (text === "" ? Number.NaN : Number(text));
	return {
		price: parseNumber(typed.price),
		quantity: parseNumber(typed.quantity),
		minOrderQuantity: parseNumber(typed.minOrderQuantity),
	};
}

/** Whether any field differs from when typing began. */
export function isDirty(draft: Draft): boolean {
	const current = parseNumbers(draft);
	return fieldNames.some((name) => current[name] !== draft.initial[name]);
}

/** Whether to show the draft instead of the tool: it has changes, or the tool is the same as when typing began. */
export function isCurrent(draft: Draft, tool: Tool): boolean {
	return isDirty(draft) || fieldNames.every((name) => draft.initial[name] === tool[name]);
}

/** Whether only the stock differs: restocking accepts 0, a change of other fields does not. */
export function isStockOnly(draft: Draft, tool: Tool): boolean {
	const current = parseNumbers(draft);
	return current.price === tool.price && current.minOrderQuantity === tool.minOrderQuantity;
}

/** The request body. The server rejects it if the stock is no longer what it was when typing began. */
export function toRequestBody(draft: Draft) {
	return { ...parseNumbers(draft), quantityWas: draft.initial.quantity };
}

/** The error messages of a draft, at most one for each field. */
export function validateDraft(draft: Draft, tool: Tool): Partial<Record<FieldName, string>> {
	const body = toRequestBody(draft);
	const schema = isStockOnly(draft, tool) ? restock : toolUpdate;
	const { issues = [] } = v.safeParse(schema, body, { abortPipeEarly: true });
	const errors: Partial<Record<FieldName, string>> = {};
	for (const { path, message } of issues) {
		const name = fieldNames.find((known) => known === path?.[0]?.key);
		if (name) errors[name] ??= message;
	}
	if (errors.quantity && body.quantity === 0) errors.quantity = messages.restockBeforeChange;
	return errors;
}

/** The draft rebased on the current tool: changed fields stay, except for the stock. */
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

const storedDraftSchema = v.object({
	price: v.string(),
	quantity: v.string(),
	minOrderQuantity: v.string(),
	quantityWas: v.number(),
});

/** The values stored of a draft while the user signs in again. */
export function toStoredDraft({ typed, initial }: Draft): v.InferOutput<typeof storedDraftSchema> {
	return { ...typed, quantityWas: initial.quantity };
}

/** Restores a stored draft on the current tool; undefined if the stored values are invalid. */
export function restoreDraft(tool: Tool, stored: Record<string, unknown>): Draft | undefined {
	const parsed = v.safeParse(storedDraftSchema, stored);
	if (!parsed.success) return undefined;
	const { quantityWas, ...typed } = parsed.output;
	return {
		...newDraft(tool),
		initial: { ...newDraft(tool).initial, quantity: quantityWas },
		typed,
	};
}
