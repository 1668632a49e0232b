import { useState } from "react";
import { ShopError } from "../../errors.ts";
import { type GuardedFields, useFormDraft } from "./form-draft.ts";
import { useUnsavedChangesWarning } from "./unsaved-changes.ts";
import { errorMessage, useSend } from "./useSend.ts";

/**
 * What all forms share: sends once at a time, shows the server's errors at the fields they name and others
 * as `formError`, warns before unsaved changes are lost, and restores the draft after the user had to sign
 * in again (`restored`). `owner` is the e-mail of the signed-in user; `name` distinguishes several forms
 * on one page.
 */
export function useFormGuard(fields: GuardedFields, owner: string, name: string) {
	const [formError, setFormError] = useState<string>();
	const { sending, send } = useSend();
	useUnsavedChangesWarning(fields.dirty && !fields.storesDraft);
	const restored = useFormDraft(fields, { owner, name });

	const showError = (error: unknown) => {
		const fieldErrors = Object.entries((error instanceof ShopError && error.fields) || {});
		const knownErrors = fieldErrors.filter(([field]) => Object.hasOwn(fields.values(), field));
		for (const [field, message] of knownErrors) fields.setError(field, message);
		if (knownErrors.length === 0) setFormError(errorMessage(error));
	};

	return {
		formError,
		sending,
		dirty: fields.dirty,
		restored,
		setFormError,
		/** Runs `task`, one at a time. An error is shown and then passed to `onError`. */
		send: (task: () => Promise<void>, onError?: (error: unknown) => void) => {
			setFormError(undefined);
			return send(task, (error) => {
				showError(error);
				onError?.(error);
			});
		},
	};
}
