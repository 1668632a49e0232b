import { useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages.ts";
import { sitePaths } from "../../site-paths.ts";
// Every island that calls the API loads the session store, which renews tokens.
import "../../stores/session.ts";
import { saveDrafts } from "./form-draft.ts";
import { leaveWithoutWarning } from "./unsaved-changes.ts";

/** The message to show for an error: the server's, or a general one for unexpected errors. */
export function errorMessage(error: unknown): string {
	return error instanceof ShopError ? error.message : messages.internalError;
}

/**
 * If the session has expired, stores the drafts and redirects to Login and back to this page. Returns
 * whether it did; the caller shows any other error.
 */
export function redirectIfSignedOut(error: unknown): boolean {
	if (!(error instanceof ShopError) || error.code !== "unauthenticated") return false;
	saveDrafts();
	leaveWithoutWarning(sitePaths.loginReturningTo(location.pathname + location.search));
	return true;
}

/**
 * Runs one task at a time: a second click while it runs does nothing. Errors are passed to `onError`. An
 * expired session redirects to Login instead, and `sending` stays true until the page unloads.
 */
export function useSend() {
	const running = useRef(false);
	const [sending, setSending] = useState(false);
	const send = async (task: () => Promise<void>, onError?: (error: unknown) => void) => {
		if (running.current) return;
		running.current = true;
		setSending(true);
		try {
			await task();
		} catch (error) {
			if (redirectIfSignedOut(error)) return;
			running.current = false;
			setSending(false);
			if (!onError) throw error;
			onError(error);
			return;
		}
		running.current = false;
		setSending(false);
	};
	return { sending, send };
}
