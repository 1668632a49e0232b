import { useState } from "react";
import { IdentityError, type IdentityUser } from "../../http/identity.ts";
import { startSession } from "../../stores/session.ts";
import { useSend, wordsOf } from "../ui/useSend.ts";

/**
 * Asks the identity service once at a time; what goes wrong is `refusal`, which begins with what
 * `refused` the visitor elsewhere.
 */
export function useIdentity(refused?: string | undefined) {
	const [refusal, setRefusal] = useState(refused);
	const { sending, send } = useSend();
	const submit = (work: () => Promise<void>) =>
		send(async () => {
			setRefusal(undefined);
			try {
				await work();
			} catch (error) {
				setRefusal(error instanceof IdentityError ? error.message : wordsOf(error));
			}
		});
	return { refusal, sending, submit };
}

/** Signs in by `ask`, gets the access token and goes on to `to`. */
export function useIdentityForm(to: string, refused?: string | undefined) {
	const { refusal, sending, submit } = useIdentity(refused);
	return {
		refusal,
		sending,
		submit: (ask: () => Promise<IdentityUser>) =>
			submit(async () => {
				await startSession(await ask());
				location.assign(to);
			}),
	};
}
