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
}

/** How a field is entered, sent and shown. Money is in minor units, a day is counted from 1 January 1970. */
export type FieldKind =
	| ("text" | "email" | "lines" | "count" | "money")
	| ("day" | "choice" | "radio" | "flag");

/** A field but for its words. */
interface FieldRules<Value = unknown> {
	kind: FieldKind;
	/** Reads the text that its control sends, which is empty for nothing. */
	rules: v.GenericSchema<string, Value>;
	/** Bounds of its control, for the browser. */
	attributes?: Readonly<Record<string, string | number | boolean>>;
	/** What a new record has. */
	usual?: string;
	choices?: readonly Choice[];
	/** What it shows before anything is chosen. */
	placeholder?: string;
	/** Whether its day must not be over. */
	isFuture?: boolean;
	/** What the history of its record says of a value. */
	says?: (value: unknown) => string;
}

export interface RecordField<Value = unknown> extends FieldRules<Value> {
	label: string;
	hint?: string | undefined;
}

/** The fields of a record, in the order of its form. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** Joins the fields of a record and their words. */
export function describeFields<const Fields extends Record<string, FieldRules>>(
	{
		labels,
		hints = {},
	}: {
		labels: { readonly [Name in keyof Fields]: string };
		hints?: { readonly [Name in keyof Fields]?: string };
	},
	fields: Fields,
) {
	const described = Object.entries(fields).map(([name, field]) => [
		name,
		{ ...field, label: labels[name], hint: hints[name] },
	]);
	return Object.fromEntries(described) as {
		[Name in keyof Fields]: Fields[Name] & Pick<RecordField, "label" | "hint">;
	};
}

/** The schema of a form with these fields, for `parseForm`. */
export function formOf<Fields extends Record<string, FieldRules>>(fields: Fields) {
	const entries = Object.entries(fields).map(([name, { rules }]) => [name, rules]);
	return v.object(Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name]["rules"] });
}

/** Returns a value of a record as its form and its history have it; of none, what is usual. */
export function textOf({ kind, usual = "" }: FieldRules, value: unknown): string {
	if (value === undefined || value === null) return usual;
	if (kind === "money") return formatDecimals(toPrice(Number(value)));
	if (kind === "day") return dayText(Number(value));
	if (kind === "flag") return value ? "1" : "";
	return String(value);
}

/** What its history says of a record that was saved so. */
export const sentenceOf = (fields: RecordFields, values: Readonly<Record<string, unknown>>) =>
	Object.entries(fields)
		.flatMap(([name, { says }]) => (says ? [says(values[name])] : []))
		.join(", ");

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

const typed = v.pipe(v.string(), v.trim());
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

/** An amount; its bounds are in the major unit. */
export const moneyField = (bounds: Bounds) => ({
	kind: "money" as const,
	rules: v.pipe(numberIn(bounds), inPriceSteps, v.transform(toCents)),
	attributes: { ...boundsOf(bounds), step: priceStep, inputmode: "decimal" },
});

/** A day in the shop's time zone. `over` is what is said of one that is over, if it must not be. */
export const dayField = (over?: string) => ({
	kind: "day" as const,
	rules: v.pipe(
		typed,
		v.transform((sent) => parseDay(sent) ?? Number.NaN),
		v.number(messages.dayWrong),
		v.check((day) => over === undefined || startOfDay(day + 1) > Date.now(), over),
	),
	attributes: { required: true },
	isFuture: over !== undefined,
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

/** A yes or no. */
export const flagField = () => ({
	kind: "flag" as const,
	rules: v.pipe(
		v.string(),
		v.transform((sent) => sent === "1"),
	),
});

/** A field that may be empty, which reads as `empty`. */
export function optional<const Field extends FieldRules, Empty = undefined>(
	field: Field,
	empty?: Empty,
) {
	type Value = v.InferOutput<Field["rules"]> | Empty;
	const nothing = v.pipe(
		typed,
		v.transform(() => empty as Empty),
	);
	const rules: v.GenericSchema<string, Value> = v.lazy((sent) =>
		String(sent).trim() === "" ? nothing : field.rules,
	);
	return { ...field, rules, attributes: { ...field.attributes, required: false } };
}
