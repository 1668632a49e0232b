import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ShopError } from "../../http/errors.ts";
import { useKeptForm } from "./kept.ts";
import { useLeaveWarning } from "./leave.ts";
import { useSend, wordsOf } from "./useSend.ts";

/**
 * What every form of the shop does beside its own work: sends once, shows the server's refusal
 * beside the fields it names and the rest in `refusal`, warns before it is left half-filled, and
 * gets back what was typed when its user had to sign in again (`restored`).
 * `owner` is the e-mail of the signed-in user; `name` tells several forms of a page apart.
 */
export function useFormCare<Values extends FieldValues, Context, Output>(
	form: UseFormReturn<Values, Context, Output>,
	owner: string,
	name = "form",
) {
	const [refusal, setRefusal] = useState<string>();
	const { sending, send } = useSend();
	const dirty = Object.values(form.formState.dirtyFields).some(Boolean);
	useLeaveWarning(dirty);
	const restored = useKeptForm(form, { owner, name, dirty });

	const refuse = (error: unknown) => {
		const fields = Object.entries((error instanceof ShopError && error.fields) || {});
		const known = fields.filter(([field]) => Object.hasOwn(form.getValues(), field));
		for (const [field, message] of known) form.setError(field as Path<Values>, { message });
		if (known.length === 0) setRefusal(wordsOf(error));
	};

	return {
		refusal,
		sending,
		dirty,
		restored,
		setRefusal,
		/** Runs `work` once; a refusal is shown, then told to `refused`. */
		send: (work: () => Promise<void>, refused?: (error: unknown) => void) => {
			setRefusal(undefined);
			return send(work, (error) => {
				refuse(error);
				refused?.(error);
			});
		},
	};
}
