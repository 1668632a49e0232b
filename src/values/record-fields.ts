/** The fields of a record that staff keep, each described once: its form, what is read from that, its errors and its history follow. */
import * as v from "valibot";
import { dayText, parseDay, startOfDay } from "../config/days.ts";
import * as messages from "../messages/messages.ts";
import { chooseOne } from "../messages/records.ts";
import {
	email,
	maxLengths,
	multilineText,
	requiredMultilineText,
	requiredText,
	text,
} from "./fields.ts";
import { formatDecimals, inPriceSteps, priceStep, toCents, toPrice } from "./money.ts";

/** Maximum of numbers without one of their own. */
const maxCount = 1_000_000_000;

/** A value that can be chosen, and what people read. */
export interface Choice {
	value: string;
	label: string;
	/** What it means, in a sentence. */
	meaning?: string;
}

/** How a field is entered, sent and shown. Money is in minor units, a day is counted from 1 January 1970. */
export type FieldKind =
	| ("text" | "email" | "url" | "lines" | "count" | "money" | "percent")
	| ("day" | "choice" | "radio" | "flag");

/** A field but for its words and its rules. */
export interface FieldLook<Kind = FieldKind> {
	kind: Kind;
	/** Bounds of its control, for the browser. */
	attributes?: Readonly<Record<string, string | number | boolean>>;
	/** What a new record has. */
	usual?: string;
	choices?: readonly Choice[];
	/** Whether a flag is on where the value is no. */
	isInverted?: boolean;
	/** What it shows before anything is chosen. */
	placeholder?: string;
	/** Whether its day must not be over. */
	isFuture?: boolean;
	/** What must be chosen for it to count: hides it until then. styles/dashboard.css has a rule for each. */
	needs?: string;
	/** What the history of its record says of a value. */
	says?: (value: unknown) => string;
}

/** A field but for its words. */
export interface FieldRules<Value = unknown> extends FieldLook {
	/** Reads the text that its control sends, which is empty for nothing. */
	rules: v.GenericSchema<string, Value>;
	/** Reads it if it is not empty, where it may be. */
	filled?: v.GenericSchema<string>;
}

export interface FieldWords {
	label: string;
	hint?: string | undefined;
}

export interface RecordField<Value = unknown> extends FieldRules<Value>, FieldWords {}

/** The fields of a record, in the order of its form. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** Joins the fields of a record and their words. */
export function describeFields<
	const Fields extends Record<string, Pick<FieldLook<string>, "kind" | "says">>,
>(
	{
		labels,
		hints = {},
	}: {
		labels: { readonly [Name in keyof Fields]: string };
		hints?: { readonly [Name in keyof Fields]?: string | undefined };
	},
	fields: Fields,
) {
	const described = Object.entries(fields).map(([name, field]) => [
		name,
		{ ...field, label: labels[name], hint: hints[name] },
	]);
	return Object.fromEntries(described) as {
		[Name in keyof Fields]: Fields[Name] & FieldWords;
	};
}

/** The schema of a form with these fields, for `parseForm`. */
export function formOf<Fields extends Record<string, FieldRules>>(fields: Fields) {
	const entries = Object.entries(fields).map(([name, { rules }]) => [name, rules]);
	return v.object(Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name]["rules"] });
}

/** The name of a field of a row in a form that has the same fields for each of several rows. */
export const inRow = (name: string, rowId: string): string => `${name}-${rowId}`;

const numbers: readonly FieldKind[] = ["count", "money", "percent"];

/** The schema of what is stored of a form with these fields, as JSON: by the same rules, but a number is no text. */
export function storedForm<Fields extends Record<string, FieldRules>>(fields: Fields) {
	const entries = Object.entries(fields).map(([name, field]) => {
		const { kind, rules, filled = rules } = field;
		const type = numbers.includes(kind) ? "number" : kind === "flag" ? "boolean" : "string";
		const toText = v.transform((stored: unknown) =>
			typeof stored === type ? textOf(field, stored) : "",
		);
		const value = v.pipe(v.unknown(), toText, filled);
		return [name, filled === rules ? value : v.exactOptional(value)];
	});
	return v.strictObject(
		Object.fromEntries(entries) as {
			[Name in keyof Fields]: undefined extends v.InferOutput<Fields[Name]["rules"]>
				? v.ExactOptionalSchema<
						v.GenericSchema<unknown, NonNullable<v.InferOutput<Fields[Name]["rules"]>>>,
						undefined
					>
				: v.GenericSchema<unknown, v.InferOutput<Fields[Name]["rules"]>>;
		},
	);
}

/** Returns a value of a record as its form and its history have it; of none, what is usual. */
export function textOf(
	{ kind, usual = "", isInverted = false }: FieldRules,
	value: unknown,
): string {
	if (value === undefined || value === null) return usual;
	if (kind === "money") return formatDecimals(toPrice(Number(value)));
	if (kind === "day" && typeof value === "number") return dayText(value);
	if (kind === "flag") return Boolean(value) !== isInverted ? "1" : "";
	if (Array.isArray(value)) return value.join(kind === "lines" ? "\n" : ", ");
	return String(value);
}

/** What the history of a record says of a version, and what its form sends to restore it, with what is sent besides. */
export const versionsOf = (
	fields: RecordFields,
	hidden: Readonly<Record<string, string | number>>,
) => ({
	say: (values: Readonly<Record<string, unknown>>) =>
		Object.entries(fields)
			.flatMap(([name, { says }]) => (says ? [says(values[name])] : []))
			.join(", "),
	send: (values: Readonly<Record<string, unknown>>) => ({
		...hidden,
		...Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, textOf(field, values[name])]),
		),
	}),
});

/** What was typed, without spaces around it. */
const typed = v.pipe(v.string(), v.trim());

interface Text {
	max: number;
	/** What is said if it is empty; undefined if it may be. */
	missing?: string;
}

/** A text of one line. */
export const textField = ({ max, missing }: Text) => ({
	kind: "text" as const,
	rules: missing === undefined ? text(max) : requiredText(max, missing),
	attributes: { maxlength: max, required: missing !== undefined },
});

/** A text of several lines; `rows` are those that are seen. */
export const linesField = ({ max, missing, rows = 3 }: Text & { rows?: number }) => ({
	kind: "lines" as const,
	rules: missing === undefined ? multilineText(max) : requiredMultilineText(max, missing),
	attributes: { maxlength: max, required: missing !== undefined, rows },
});

const separators = /[\n,;]/;

/** Texts, each on a line or with commas between; with `rows` in an input of so many lines. */
export const listField = (rows?: number) => ({
	kind: rows === undefined ? ("text" as const) : ("lines" as const),
	rules: v.pipe(
		v.string(),
		v.transform((sent) =>
			sent
				.split(separators)
				.map((one) => one.trim())
				.filter(Boolean),
		),
	),
	attributes: rows === undefined ? {} : { rows },
});

/** A list of one of the choices that its page has, or of none. */
export const oneField = (placeholder: string) => ({
	kind: "choice" as const,
	rules: v.pipe(
		typed,
		v.transform((sent) => (sent === "" ? [] : [sent])),
	),
	placeholder,
});

/** An e-mail address. */
export const emailField = {
	kind: "email",
	rules: email,
	attributes: { maxlength: maxLengths.email, required: true, autocomplete: "off" },
} as const;

interface Bounds {
	min?: number;
	max?: number;
	/** What is said of any other number. */
	wrong: string;
}

/** Not `Number`, for which nothing is 0. */
const toNumber = v.transform((sent: string) => (sent === "" ? Number.NaN : Number(sent)));

const numberIn = ({ min = 0, max = maxCount, wrong }: Bounds) =>
	v.pipe(typed, toNumber, v.number(wrong), v.minValue(min, wrong), v.maxValue(max, wrong));

const boundsOf = ({ min = 0, max = maxCount }: Bounds) => ({ min, max, required: true });

/** A whole number. */
export const countField = (bounds: Bounds) => ({
	kind: "count" as const,
	rules: v.pipe(numberIn(bounds), v.safeInteger(bounds.wrong)),
	attributes: { ...boundsOf(bounds), inputmode: "numeric" },
});

/** A number that may have a fraction. */
export const percentField = (bounds: Bounds) => ({
	kind: "percent" as const,
	rules: numberIn(bounds),
	attributes: { ...boundsOf(bounds), step: "any", inputmode: "decimal" },
});

/** An amount; its bounds are in the major unit. */
export const moneyField = (bounds: Bounds) => ({
	kind: "money" as const,
	rules: v.pipe(numberIn(bounds), inPriceSteps, v.transform(toCents)),
	attributes: { ...boundsOf(bounds), step: priceStep, inputmode: "decimal" },
});

/** A day in the shop's time zone. `over` is what is said of none and of one that is over, if it must not be. */
export const dayField = (over?: string) => ({
	kind: "day" as const,
	rules: v.pipe(
		typed,
		v.minLength(1, over ?? messages.dayWrong),
		v.transform((sent) => parseDay(sent) ?? Number.NaN),
		v.number(messages.dayWrong),
		v.check((day) => over === undefined || startOfDay(day + 1) > Date.now(), over),
	),
	attributes: { required: true },
	isFuture: over !== undefined,
});

/** A day that is stored as text, such as `2026-11-29`. */
export const dayTextField = (wrong: string) => ({
	kind: "day" as const,
	rules: v.pipe(
		typed,
		v.check((sent) => parseDay(sent) !== undefined, wrong),
	),
	attributes: { required: true },
});

/** One of some values. */
export const choiceField = <Value extends string>(
	choices: readonly { value: Value; label: string }[],
	wrong: string,
	placeholder: string = chooseOne,
) => ({
	kind: "choice" as const,
	rules: v.pipe(
		v.string(),
		v.picklist(
			choices.map(({ value }) => value),
			wrong,
		),
	),
	attributes: { required: true },
	choices,
	placeholder,
});

/** A yes or no; `isInverted` if its label says what a no means. */
export const flagField = (isInverted = false) => ({
	kind: "flag" as const,
	rules: v.pipe(
		v.string(),
		v.transform((sent) => (sent === "1") !== isInverted),
	),
	isInverted,
});

/** A field that may be empty, which reads as `empty`. */
export function optional<const Field extends FieldRules, Empty = undefined>(
	field: Field,
	empty?: Empty,
): Omit<Field, "rules"> & FieldRules<v.InferOutput<Field["rules"]> | NoInfer<Empty>> {
	const nothing = v.pipe(
		typed,
		v.transform(() => empty as Empty),
	);
	return {
		...field,
		rules: v.lazy((sent) => (String(sent).trim() === "" ? nothing : field.rules)),
		filled: field.rules,
		attributes: { ...field.attributes, required: false },
	};
}
