import { useState } from "react";
import { AuthError } from "../../http/auth-client.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

/**
 * Calls the auth API, one call at a time. `formError` is the error message of the last call, or
 * `initialError` before the first.
 */
export function useAuthCall(initialError?: string | undefined) {
	const [formError, setFormError] = useState(initialError);
	const { sending, send } = useSend();
	const submit = (task: () => Promise<void>) =>
		send(async () => {
			setFormError(undefined);
			try {
				await task();
			} catch (error) {
				setFormError(error instanceof AuthError ? error.message : errorMessage(error));
			}
		});
	return { formError, sending, submit };
}
