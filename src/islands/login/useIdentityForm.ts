import { useState } from "react";
import { IdentityError, type IdentityUser } from "../../http/identity-client.ts";
import { startSession } from "../../stores/session.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

/**
 * Asks the identity service once at a time; what goes wrong is `refusal`, which begins with what
 * `refused` the visitor elsewhere.
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
	return { refusal: formError, sending, submit };
}

/** Signs in by `ask`, gets the access token and goes on to `to`. */
export function useIdentityForm(returnTo: string, initialError?: string | undefined) {
	const { refusal: formError, sending, submit } = useIdentityCall(initialError);
	return {
		refusal: formError,
		sending,
		submit: (authenticate: () => Promise<IdentityUser>) =>
			submit(async () => {
				await startSession(await authenticate());
				location.assign(returnTo);
			}),
	};
}
