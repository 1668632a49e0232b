import { useState } from "react";
import { ShopError } from "../../shop/errors.ts";
import { useFormDraft } from "./form-draft.ts";
import { useUnsavedChangesWarning } from "./unsaved-changes.ts";
import { errorMessage, useSend } from "./useSend.ts";

/** What is cared for: fields somebody types into, however their state is kept. */
export interface GuardedFields {
	/** Whether something typed is not saved yet. */
	dirty: boolean;
	/** What stands in them now, by name. */
	values: () => Record<string, unknown>;
	/** Gives back what stood in them when they were kept. */
	restore: (values: Record<string, unknown>) => void;
	/** Shows a message beside one of them. */
	setError: (field: string, message: string) => void;
}

/**
 * What everything one types into does beside its own work: sends once, shows the server's refusal
 * beside the fields it names and the rest in `refusal`, warns before it is left half-filled, and
 * gets back what was typed when its user had to sign in again (`restored`).
 * `owner` is the e-mail of the signed-in user; `name` tells several forms of a page apart.
 */
export function useFormGuard(fields: GuardedFields, owner: string, name: string) {
	const [formError, setFormError] = useState<string>();
	const { sending, send } = useSend();
	useUnsavedChangesWarning(fields.dirty);
	const restored = useFormDraft(fields, { owner, name });

	const showError = (error: unknown) => {
		const fieldErrors = Object.entries((error instanceof ShopError && error.fields) || {});
		const knownErrors = fieldErrors.filter(([field]) => Object.hasOwn(fields.values(), field));
		for (const [field, message] of knownErrors) fields.setError(field, message);
		if (knownErrors.length === 0) setFormError(errorMessage(error));
	};

	return {
		refusal: formError,
		sending,
		dirty: fields.dirty,
		restored,
		setRefusal: setFormError,
		/** Runs `work` once; a refusal is shown, then told to `refused`. */
		send: (task: () => Promise<void>, onError?: (error: unknown) => void) => {
			setFormError(undefined);
			return send(task, (error) => {
				showError(error);
				onError?.(error);
			});
		},
	};
}
