/** Reads the forms of pages by a schema. */
import * as v from "valibot";
import { type FieldErrors, fieldErrors } from "./field-errors.ts";
import { plainMessage } from "./plain-message.ts";
import { inRow } from "./record-fields.ts";

/** A schema of an object, with rules across its fields or without. */
type FormSchema = v.GenericSchema<unknown, unknown> & { readonly entries: v.ObjectEntries };

/** Returns what a form asks for, or what is wrong with it by field. A field that was not sent is empty. */
export function parseForm<Schema extends FormSchema>(
	schema: Schema,
	sent: URLSearchParams,
): { output: v.InferOutput<Schema> } | { fields: FieldErrors } {
	const texts = Object.keys(schema.entries).map((name) => [
		name,
		(sent.get(name) ?? "").replaceAll("\r\n", "\n"),
	]);
	const { success, output, issues } = v.safeParse(schema, Object.fromEntries(texts), {
		message: plainMessage,
	});
	return success ? { output } : { fields: fieldErrors(issues) };
}

/** Returns what a form says of each row, by the row's id and schema, or what is wrong with it by field. */
export function parseRows<Schema extends FormSchema>(
	rows: readonly (readonly [rowId: string, schema: Schema])[],
	sent: URLSearchParams,
): { output: [rowId: string, row: v.InferOutput<Schema>][] } | { fields: FieldErrors } {
	const fields: Record<string, string> = {};
	const output = rows.flatMap(([rowId, schema]) => {
		const own = Object.keys(schema.entries).map((name) => [
			name,
			sent.get(inRow(name, rowId)) ?? "",
		]);
		const read = parseForm(schema, new URLSearchParams(Object.fromEntries(own)));
		if ("output" in read) return [[rowId, read.output] as [string, v.InferOutput<Schema>]];
		for (const [name, wrong] of Object.entries(read.fields)) fields[inRow(name, rowId)] = wrong;
		return [];
	});
	return Object.keys(fields).length > 0 ? { fields } : { output };
}
