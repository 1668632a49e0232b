import {
	type DefaultValues,
	type FieldErrors,
	type FieldValues,
	type Path,
	type RegisterOptions,
	useForm,
} from "react-hook-form";
import type * as v from "valibot";
import { valibotResolver } from "./valibot-resolver.ts";

/**
 * A form of react-hook-form that a valibot schema validates. `field` returns the props of a field: those
 * of `register`, and its error message. Without `defaultValues`, input typed before hydration stays.
 */
export function useSchemaForm<Input extends FieldValues, Output>(
	schema: v.GenericSchema<Input, Output>,
	defaultValues?: DefaultValues<Input>,
) {
	const form = useForm({
		resolver: valibotResolver(schema),
		...(defaultValues && { defaultValues }),
	});
	const errors: FieldErrors = form.formState.errors;
	const field = <Name extends Path<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
		...form.register(name, options),
		error: errorMessageOf(errors, name),
	});
	return { form, field, errors: form.formState.errors, handleSubmit: form.handleSubmit };
}

function errorMessageOf(errors: FieldErrors, name: string): string | undefined {
	const message = errors[name]?.message;
	return typeof message === "string" ? message : undefined;
}
