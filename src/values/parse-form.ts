/** Reads the forms of pages by a schema. */
import * as v from "valibot";
import { type FieldErrors, fieldErrors } from "./field-errors.ts";
import { plainMessage } from "./plain-message.ts";

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
