import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import * as v from "valibot";

/**
 * Creates a react-hook-form resolver from a valibot schema. Our forms are flat, so the first part of an
 * issue's path is its field. Each field gets its first error.
 */
export function valibotResolver<Input extends FieldValues, Output>(
	schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
	return (values) => {
		const parsed = v.safeParse(schema, values, { abortPipeEarly: true });
		if (parsed.success) return { values: parsed.output, errors: {} };
		const errors: Record<string, { type: string; message: string }> = {};
		for (const { path, type, message } of parsed.issues) {
			errors[String(path?.[0]?.key)] ??= { type, message };
		}
		// The paths of the issues are the names of the schema's fields.
		return { values: {}, errors: errors as FieldErrors<Input> };
	};
}
