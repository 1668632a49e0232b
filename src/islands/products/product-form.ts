/** What is typed on the page of a tool until it is saved. */
import type { Capability } from "../../shop/fit/capabilities.ts";
import { formatDecimals } from "../../shop/money.ts";
import {
	type ChangeableField,
	changeableFields,
	isSame,
	type ManagedTool,
	type Specification,
	type ToolFields,
	type ToolImage,
} from "../../shop/tools/managed-tool.ts";

/** A row of a list, with a key that stays while rows are added and removed. */
export type Row<Item> = Item & { key: number };

export interface ProductForm {
	name: string;
	description: string;
	minOrderQuantity: string;
	quantity: string;
	price: string;
	cost: string;
	lowStock: string;
	category: string;
	address: string;
	images: ToolImage[];
	specifications: Row<Specification>[];
	capabilities: Row<Capability>[];
}
export type FormField = keyof ProductForm;

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
		name: tool.name,
		description: tool.description,
		minOrderQuantity: String(tool.minOrderQuantity),
		quantity: String(tool.quantity),
		price: formatDecimals(tool.price),
		cost: tool.cost === null ? "" : formatDecimals(tool.cost),
		lowStock: tool.lowStock === null ? "" : String(tool.lowStock),
		category: tool.category ?? "",
		address: tool.address,
		images: tool.images,
		specifications: withKeys(tool.specifications),
		capabilities: withKeys(tool.capabilities),
	};
}

const toNumber = (text: string) => (text === "" ? Number.NaN : Number(text));
const toOptionalNumber = (text: string) => (text === "" ? null : Number(text));

/** Returns what a form says. An empty number that is required becomes NaN, which the schema rejects. */
export function toFields(form: ProductForm): Pick<ToolFields, FormField> {
	return {
		name: form.name,
		description: form.description,
		minOrderQuantity: toNumber(form.minOrderQuantity),
		quantity: toNumber(form.quantity),
		price: toNumber(form.price),
		cost: toOptionalNumber(form.cost),
		lowStock: toOptionalNumber(form.lowStock),
		category: form.category || null,
		address: form.address.trim(),
		images: form.images,
		specifications: withoutKeys(form.specifications),
		capabilities: withoutKeys(form.capabilities),
	};
}

/** Returns the fields in which a form differs from the tool. */
export function changesOf(form: ProductForm, tool: ManagedTool): Partial<ToolFields> {
	const fields = Object.entries(toFields(form)).filter(
		([field, value]) => !isSame(value, tool[field as FormField]),
	);
	return Object.fromEntries(fields);
}

/** Returns the changeable fields that an object has. */
export function fieldsIn(values: object): ChangeableField[] {
	return changeableFields.filter((field) => Object.hasOwn(values, field));
}

/** Returns these fields of a tool. */
export function pickFields(
	tool: ToolFields,
	fields: readonly ChangeableField[],
): Partial<ToolFields> {
	return Object.fromEntries(fields.map((field) => [field, tool[field]]));
}

/** Returns a list with the item at `from` moved to `to`. */
export function move<Item>(items: readonly Item[], from: number, to: number): Item[] {
	const rest = items.toSpliced(from, 1);
	const moved = items[from];
	return moved === undefined ? [...items] : rest.toSpliced(to, 0, moved);
}
