import { useState } from "react";
import { IdentityError, type IdentityUser } from "../../http/identity.ts";
import { startSession } from "../../stores/session.ts";
import { useSend, wordsOf } from "../ui/useSend.ts";

/**
 * Signs in by `ask`, gets the access token and goes on to `to`; what goes wrong is `refusal`,
 * which begins with what `refused` the visitor elsewhere.
 */
export function useIdentityForm(to: string, refused?: string | undefined) {
	const [refusal, setRefusal] = useState(refused);
	const { sending, send } = useSend();
	const submit = (ask: () => Promise<IdentityUser>) =>
		send(async () => {
			setRefusal(undefined);
			try {
				await startSession(await ask());
				location.assign(to);
			} catch (error) {
				setRefusal(error instanceof IdentityError ? error.message : wordsOf(error));
			}
		});
	return { refusal, sending, submit };
}
