import { useState } from "react";
import { IdentityError, type IdentityUser } from "../../http/identity-client.ts";
import { startSession } from "../../stores/session.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

/**
 * Calls the identity API, one call at a time. `formError` is the error message of the last call, or
 * `initialError` before the first.
 */
export function useIdentityCall(initialError?: string | undefined) {
	const [formError, setFormError] = useState(initialError);
	const { sending, send } = useSend();
	const submit = (task: () => Promise<void>) =>
		send(async () => {
			setFormError(undefined);
			try {
				await task();
			} catch (error) {
				setFormError(error instanceof IdentityError ? error.message : errorMessage(error));
			}
		});
	return { formError, sending, submit };
}

/** Signs in with the function passed to `submit`, fetches the access token and redirects to `returnTo`. */
export function useIdentityForm(returnTo: string, initialError?: string | undefined) {
	const { formError, sending, submit } = useIdentityCall(initialError);
	return {
		formError,
		sending,
		submit: (authenticate: () => Promise<IdentityUser>) =>
			submit(async () => {
				await startSession(await authenticate());
				location.assign(returnTo);
			}),
	};
}
