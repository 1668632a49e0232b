import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useCare } from "./useCare.ts";

/** The care every form takes, see `useCare`, for one of react-hook-form. */
export function useFormCare<Values extends FieldValues, Context, Output>(
	form: UseFormReturn<Values, Context, Output>,
	owner: string,
	name = "form",
) {
	const fields = {
		dirty: Object.values(form.formState.dirtyFields).some(Boolean),
		values: () => form.getValues(),
		giveBack: (values: Record<string, unknown>) => {
			// Kept by this very form; what it submits is parsed like anything typed.
			const whole = { ...form.getValues(), ...values } as DefaultValues<Values> & Values;
			form.reset(whole, { keepDefaultValues: true });
		},
		complain: (field: string, message: string) => form.setError(field as Path<Values>, { message }),
	};
	return useCare(fields, owner, name);
}
