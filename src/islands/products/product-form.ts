/** What is typed on the page of a tool until it is saved. */
import type { Capability } from "../../shop/fit/capabilities.ts";
import {
	fieldsOf,
	fromText,
	isSame,
	type ManagedTool,
	mapFields,
	type Specification,
	type TextField,
	type ToolFields,
	type ToolImage,
	toText,
} from "../../shop/tools/tool-fields.ts";

/** A row of a list, with a key that stays while rows are added and removed. */
export type Row<Item> = Item & { key: number };

/** What is typed of a tool: numbers are texts, too. */
export interface ProductForm extends Record<TextField, string> {
	images: ToolImage[];
	specifications: Row<Specification>[];
	capabilities: Row<Capability>[];
	giftCard: boolean;
}
export type FormField = keyof ProductForm;

const textFields = fieldsOf("text", "lines", "count", "money");

const withKeys = <Item extends object>(items: readonly Item[]): Row<Item>[] =>
	items.map((item, key) => ({ ...item, key }));

function withoutKeys<Item extends object>(rows: readonly Row<Item>[]): Item[] {
	// What is left of a row without its key is the item.
	return rows.map(({ key: _, ...item }) => item as unknown as Item);
}

/** Returns rows with one more, which has a key of its own. */
export function addRow<Item extends object>(rows: readonly Row<Item>[], item: Item): Row<Item>[] {
	return [...rows, { ...item, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }];
}

/** Returns the form of a tool. */
export function toForm(tool: ManagedTool): ProductForm {
	return {
		...mapFields(textFields, (field) => toText(field, tool[field])),
		images: tool.images,
		specifications: withKeys(tool.specifications),
		capabilities: withKeys(tool.capabilities),
		giftCard: tool.giftCard,
	};
}

/** Returns what a form says. An empty number that is required becomes NaN, which the schema rejects. */
export function toFields(form: ProductForm): Pick<ToolFields, FormField> {
	return {
		// A number or a text, as the kind of the field says.
		...(mapFields(textFields, (field) => fromText(field, form[field])) as Pick<
			ToolFields,
			TextField
		>),
		images: form.images,
		specifications: withoutKeys(form.specifications),
		capabilities: withoutKeys(form.capabilities),
		giftCard: form.giftCard,
	};
}

/** Returns the fields in which a form differs from the tool. */
export function changesOf(form: ProductForm, tool: ManagedTool): Partial<ToolFields> {
	const fields = Object.entries(toFields(form)).filter(
		([field, value]) => !isSame(value, tool[field as FormField]),
	);
	return Object.fromEntries(fields);
}

/** Returns a list with the item at `from` moved to `to`. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
	const rest = items.toSpliced(from, 1);
	const moved = items[from];
	return moved === undefined ? [...items] : rest.toSpliced(to, 0, moved);
}
