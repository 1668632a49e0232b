import { useEffect, useEffectEvent } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useFormGuard } from "./useFormGuard.ts";

/** `useFormGuard` for a form of react-hook-form. */
export function useHookFormGuard<Values extends FieldValues, Context, Output>(
	form: UseFormReturn<Values, Context, Output>,
	owner: string,
	name = "form",
) {
	// react-hook-form takes what was typed before hydration, but not as a change: it would be no draft.
	const markTyped = useEffectEvent(() => {
		for (const [field, value] of Object.entries(form.getValues())) {
			const [input] = document.getElementsByName(field);
			if (!input || !("defaultValue" in input && "value" in input)) continue;
			// A number field that was emptied has NaN, which can't be set.
			if (input.value !== input.defaultValue && !Number.isNaN(value))
				form.setValue(field as Path<Values>, value, { shouldDirty: true });
		}
	});
	useEffect(() => markTyped(), []);
	const fields = {
		dirty: Object.values(form.formState.dirtyFields).some(Boolean),
		values: () => form.getValues(),
		restore: (values: Record<string, unknown>) => {
			// The draft was stored by this form, and the schema parses it like any other input.
			const merged = { ...form.getValues(), ...values } as DefaultValues<Values> & Values;
			form.reset(merged, { keepDefaultValues: true });
		},
		setError: (field: string, message: string) => form.setError(field as Path<Values>, { message }),
	};
	return useFormGuard(fields, owner, name);
}
