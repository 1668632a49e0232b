/**
 * The fields of a record with rows, which an island edits: what is typed into them, and the JSON that it means. They have no
 * rules: those are the schema's, which other ways to the record share, such as shop.config.ts and the API.
 */
import type { Choice, FieldLook, FieldWords } from "./record-fields.ts";

/** All countries, or the codes of some. */
export type Countries = "all" | readonly string[];

/** What is typed: numbers are texts, too. Rows have a `key`, which stays while others move. */
export type Typed = string | readonly string[] | readonly TypedRecord[] | TypedRecord | undefined;
export interface TypedRecord {
	readonly [name: string]: Typed;
}

/**
 * A field that is typed as one text. A `decimal` has a point or a comma, and `scale` if its unit is not the one that is
 * stored; a `list` has commas between its texts; `fixed` is shown, and no more.
 */
export interface TextLook extends FieldLook<FieldLook["kind"] | "decimal" | "list" | "fixed"> {
	scale?: number;
}

interface CountriesLook {
	kind: "countries";
	/** What all countries are called, in the only row or among others. */
	all: (isOnly: boolean) => string;
}

/** Two whole numbers, the least and the most; its label has the names of both. */
interface SpanLook {
	kind: "span";
	ends: readonly [string, string];
}

export interface RowsLook {
	kind: "rows";
	fields: FormFields;
	/** How many there are at least. */
	min?: number;
	/** Left out where there are none. */
	isOptional?: boolean;
	canMove?: boolean;
	/** Whether one comes after the others. */
	isLast?: (row: TypedRecord) => boolean;
	/** What adds one: a button, or the choices of this field. */
	add: string;
	addBy?: string;
	remove: (row: TypedRecord, number: number) => string;
	/** The heading of one. */
	title?: (number: number) => string;
	/** Whether one is a line, a grid of fields or a card. */
	layout: "line" | "grid" | "card";
}

/** Fields that count only if it is ticked. */
interface PartLook {
	kind: "part";
	fields: FormFields;
}

export type FormField = (TextLook | CountriesLook | SpanLook | RowsLook | PartLook) &
	FieldWords & {
		/** What errors call it that follow its name, if that is not its label. */
		name?: string;
		/** What must be chosen for it to count. */
		needs?: string;
	};
export type RowsField = FormField & RowsLook;

/** The fields of such a record, in the order of its form. */
export type FormFields = Readonly<Record<string, FormField>>;

/** What an island knows of a form beside its fields. */
export interface FormFacts {
	errors: Readonly<Record<string, string>>;
	/** The choices that only the page knows, by field. */
	choices: Readonly<Record<string, readonly Choice[]>>;
	disabled: boolean;
}

export const recordIn = (value: unknown): TypedRecord =>
	typeof value === "object" && value !== null ? { ...value } : {};
export const rowsIn = (value: unknown): TypedRecord[] =>
	Array.isArray(value) ? value.map(recordIn) : [];
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
export const countriesIn = (value: unknown): Countries =>
	Array.isArray(value) ? value.map(String) : "all";

/** Returns what a form is filled with for what is stored; for a new record, with what is usual. */
export function typedOf(fields: FormFields, stored: object = {}): TypedRecord {
	const typed = Object.entries(fields).map(([name, field]) => [
		name,
		typedIn(field, Reflect.get(stored, name)),
	]);
	return Object.fromEntries(typed);
}

function typedIn(field: FormField, value: unknown): Typed {
	switch (field.kind) {
		case "countries":
			return value === undefined ? [] : countriesIn(value);
		case "span":
			return Array.isArray(value) ? value.map(String) : ["", ""];
		case "rows": {
			const rows = Array.isArray(value)
				? value
				: Array.from({ length: field.min ?? 0 }, () => ({}));
			return inOrder(
				field,
				rows.map((row, key) => ({ ...typedOf(field.fields, row), key: String(key) })),
			);
		}
		case "part":
			return value === undefined ? undefined : typedOf(field.fields, recordIn(value));
		case "decimal":
			return value === undefined ? (field.usual ?? "") : String(Number(value) / (field.scale ?? 1));
		default:
			return Array.isArray(value) ? value.join(", ") : String(value ?? field.usual ?? "");
	}
}

/** Returns rows with those at the end that come last. */
export const inOrder = ({ isLast = () => false }: RowsLook, rows: readonly TypedRecord[]) => [
	...rows.filter((row) => !isLast(row)),
	...rows.filter((row) => isLast(row)),
];

/** Returns a new row. */
export const newRow = (fields: FormFields): TypedRecord => ({
	...typedOf(fields),
	key: crypto.randomUUID(),
});

/** Whether what a field needs is chosen. */
export const isShown = (fields: FormFields, typed: TypedRecord, { needs }: FormField): boolean =>
	needs === undefined ||
	Object.entries(fields).some(
		([name, { kind }]) => (kind === "radio" || kind === "choice") && typed[name] === needs,
	);

/** A number as people type it; NaN, which the rules reject, for anything else. */
const numberOf = (typed: string) =>
	typed.trim() === "" ? Number.NaN : Number(typed.replace(",", "."));

/** Returns the JSON that a form means, which may be wrong: what is empty is left out, unless it is required. */
export function storedOf(fields: FormFields, typed: TypedRecord): Record<string, unknown> {
	const values = Object.entries(fields)
		.filter(([, field]) => isShown(fields, typed, field))
		.map(([name, field]) => [name, storedIn(field, typed[name])] as const);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function storedIn(field: FormField, typed: Typed): unknown {
	switch (field.kind) {
		case "countries":
			return typed;
		case "span": {
			const [from = "", to = ""] = countriesIn(typed);
			return from.trim() || to.trim() ? [numberOf(from || to), numberOf(to || from)] : undefined;
		}
		case "rows": {
			const rows = rowsIn(typed).map((row) => storedOf(field.fields, row));
			return rows.length === 0 && field.isOptional ? undefined : rows;
		}
		case "part":
			return typed && storedOf(field.fields, recordIn(typed));
		default: {
			const text = textIn(typed).trim();
			if (text === "" && field.attributes?.required !== true) return undefined;
			if (field.kind === "list") return text.split(/[,\s]+/).filter(Boolean);
			if (field.kind !== "decimal") return text;
			const number = numberOf(text);
			return field.scale === undefined ? number : Math.round(number * field.scale);
		}
	}
}

/** Returns the error of a field, or of what is in it if it is no record. */
export function errorOf(
	{ kind, label, name = label }: FormField,
	errors: FormFacts["errors"],
	path: string,
): string | undefined {
	const hasOwn = kind === "rows" || kind === "part";
	const message = Object.entries(errors).find(
		([at]) => at === path || (!hasOwn && at.startsWith(`${path}.`)),
	)?.[1];
	// The rules of shop.config.ts say what is wrong after the name of a field.
	return message && /^[a-z]/.test(message) ? `${name} ${message}.`.trim() : message;
}
