import { useRef, useState } from "react";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { sitePaths } from "../../site-paths.ts";
// Every island that calls loads the session store, which is what renews tokens.
import "../../stores/session.ts";
import { saveDrafts } from "./form-draft.ts";
import { leaveWithoutWarning } from "./unsaved-changes.ts";

/** What to show of a failure: the server's words, or ours where nothing came back. */
export function errorMessage(error: unknown): string {
	return error instanceof ShopError ? error.message : messages.internalError;
}

/**
 * Where the session is over, keeps what was typed and leads to signing in and back here. Gives
 * whether that is what happened; any other failure is the caller's to show.
 */
export function redirectIfSignedOut(error: unknown): boolean {
	if (!(error instanceof ShopError) || error.code !== "unauthenticated") return false;
	saveDrafts();
	leaveWithoutWarning(sitePaths.loginReturningTo(location.pathname + location.search));
	return true;
}

/**
 * Runs one thing at a time: a second click while it runs does nothing. What it throws goes to
 * `refused`; a session that is over leads to signing in, and `sending` stays until the page is gone.
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
