import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import * as v from "valibot";

/**
 * A schema as react-hook-form's resolver. Our forms are flat, so that the first part of an issue's
 * path names its field; each field says the first thing that is wrong with it.
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
		// The schema's paths are the names of its fields.
		return { values: {}, errors: errors as FieldErrors<Input> };
	};
}
