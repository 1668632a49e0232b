import { useState } from "react";
import {
	type DefaultValues,
	type FieldErrors,
	type FieldValues,
	type Path,
	type PathValue,
	type RegisterOptions,
	useForm,
} from "react-hook-form";
import type * as v from "valibot";
import { valibotResolver } from "./valibot-resolver.ts";

/**
 * A form of react-hook-form that a valibot schema validates. `field` returns the props of a field: those
 * of `register`, and its error message; `valueField` those of one that is no input by itself, such as an image.
 * Without `defaultValues`, input typed before hydration stays.
 */
export function useSchemaForm<Input extends FieldValues, Output>(
	schema: v.GenericSchema<Input, Output>,
	defaultValues?: DefaultValues<Input>,
) {
	const form = useForm({
		resolver: valibotResolver(schema),
		...(defaultValues && { defaultValues }),
	});
	const { isSubmitted } = form.formState;
	const [, showValues] = useState({});
	const errors: FieldErrors = form.formState.errors;
	const field = <Name extends Path<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
		...form.register(name, options),
		error: errorMessageOf(errors, name),
	});
	// Not with react-hook-form's useController, a tenth of the script of every form.
	const valueField = <Name extends Path<Input>>(name: Name) => {
		const { ref } = form.register(name);
		return {
			name,
			value: form.getValues(name) as PathValue<Input, Name> | undefined,
			error: errorMessageOf(errors, name),
			onChange: (value: PathValue<Input, Name> | undefined) => {
				// Sets what an empty input has: what is missing is for the schema to say.
				form.setValue(name, value as PathValue<Input, Name>, {
					shouldDirty: true,
					shouldValidate: isSubmitted,
				});
				showValues({});
			},
			// Only what can be focused: of an element, react-hook-form would read the value.
			ref: (element: HTMLElement | null) => ref(element && { focus: () => element.focus() }),
		};
	};
	return {
		form,
		field,
		valueField,
		errors: form.formState.errors,
		handleSubmit: form.handleSubmit,
	};
}

function errorMessageOf(errors: FieldErrors, name: string): string | undefined {
	const message = errors[name]?.message;
	return typeof message === "string" ? message : undefined;
}
