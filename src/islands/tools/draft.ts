/** What is typed into a tool's row, until it is saved. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import { restock, type Tool, toolUpdate } from "../../shop/tools/tools.ts";
import { withCents } from "../../shop/values.ts";

/** The numbers that change in place, in the order they stand in. */
export const names = ["price", "quantity", "minOrderQuantity"] as const;
export type Name = (typeof names)[number];

type Numbers = Record<Name, number>;

export interface Draft {
	/** What the tool was when the typing began. */
	was: Numbers;
	typed: Record<Name, string>;
	/** What is wrong with it; undefined until it was first to be saved. */
	wrong: Partial<Record<Name, string>> | undefined;
}

/** A tool as it is, nothing typed yet. */
export function fresh(tool: Tool): Draft {
	const { price, quantity, minOrderQuantity } = tool;
	return {
		was: { price, quantity, minOrderQuantity },
		typed: {
			price: withCents(price),
			quantity: String(quantity),
			minOrderQuantity: String(minOrderQuantity),
		},
		wrong: undefined,
	};
}

/** What is typed as numbers; what is none is NaN, which no rule takes. */
export function numbersOf({ typed }: Draft): Numbers {
	const number = (text: string) => (text === "" ? Number.NaN : Number(text));
	return {
		price: number(typed.price),
		quantity: number(typed.quantity),
		minOrderQuantity: number(typed.minOrderQuantity),
	};
}

/** Whether something typed differs from what was there when the typing began. */
export function isDirty(draft: Draft): boolean {
	const now = numbersOf(draft);
	return names.some((name) => now[name] !== draft.was[name]);
}

/** Whether a draft still counts: it does while it says something new of the tool, or of no other state of it. */
export function holds(draft: Draft, tool: Tool): boolean {
	return isDirty(draft) || names.every((name) => draft.was[name] === tool[name]);
}

/** Whether nothing but the stock differs: restocking takes 0, which a change of the rest does not. */
export function isRestock(draft: Draft, tool: Tool): boolean {
	const now = numbersOf(draft);
	return now.price === tool.price && now.minOrderQuantity === tool.minOrderQuantity;
}

/** What is sent. The server refuses it where the stock is not what was seen when the typing began. */
export function bodyOf(draft: Draft) {
	return { ...numbersOf(draft), quantityWas: draft.was.quantity };
}

/** What is wrong with a draft, a message a number at most. */
export function wrongIn(draft: Draft, tool: Tool): Partial<Record<Name, string>> {
	const body = bodyOf(draft);
	const rules = isRestock(draft, tool) ? restock : toolUpdate;
	const { issues = [] } = v.safeParse(rules, body, { abortPipeEarly: true });
	const wrong: Partial<Record<Name, string>> = {};
	for (const { path, message } of issues) {
		const name = names.find((known) => known === path?.[0]?.key);
		if (name) wrong[name] ??= message;
	}
	if (wrong.quantity && body.quantity === 0) wrong.quantity = messages.restockFirst;
	return wrong;
}

/** A draft on the tool as it is now: what was changed stays, but the stock is seen anew. */
export function rebased(draft: Draft, tool: Tool): Draft {
	const now = numbersOf(draft);
	const { was, typed } = fresh(tool);
	const kept = (name: Name) => (now[name] === draft.was[name] ? typed[name] : draft.typed[name]);
	return {
		was,
		typed: { ...typed, price: kept("price"), minOrderQuantity: kept("minOrderQuantity") },
		wrong: undefined,
	};
}

const keptShape = v.object({
	price: v.string(),
	quantity: v.string(),
	minOrderQuantity: v.string(),
	quantityWas: v.number(),
});

/** What is kept of a draft while its user signs in again. */
export function keptOf({ typed, was }: Draft): v.InferOutput<typeof keptShape> {
	return { ...typed, quantityWas: was.quantity };
}

/** The draft that was kept, on the tool as it is now; undefined where what was kept is none. */
export function given(tool: Tool, kept: Record<string, unknown>): Draft | undefined {
	const known = v.safeParse(keptShape, kept);
	if (!known.success) return undefined;
	const { quantityWas, ...typed } = known.output;
	return { ...fresh(tool), was: { ...fresh(tool).was, quantity: quantityWas }, typed };
}
