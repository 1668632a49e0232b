import { useEffect, useEffectEvent, useState } from "react";
import type { AuthUser } from "../../http/current-user.ts";
import * as messages from "../../messages/messages.ts";
import { startSession } from "../../stores/session.ts";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { errorMessage } from "../ui/useSend.ts";

interface Props {
	/** The user of the session cookie. */
	user: AuthUser;
	/** Where to go after signing in: a path of this shop. */
	returnTo: string;
}

/** Completes a sign-in at another provider: the session exists, this fetches the access token and redirects. */
export function FinishSignIn({ user, returnTo }: Props) {
	const [failure, setFailure] = useState<string>();
	const { email, name } = user;

	const finish = () => {
		startSession({ email, name }).then(
			() => location.replace(returnTo),
			(error: unknown) => setFailure(errorMessage(error)),
		);
	};
	const retry = () => {
		setFailure(undefined);
		finish();
	};

	const finishOnMount = useEffectEvent(finish);
	useEffect(() => finishOnMount(), []);

	if (failure === undefined) return <Spinner label={messages.signingIn} />;
	return <ErrorWithRetry message={failure} onRetry={retry} />;
}
