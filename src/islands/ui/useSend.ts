import { useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
// Every island that calls the API loads the session store, which renews tokens.
import "../../stores/session.ts";
import { toast } from "../../stores/toasts.ts";
import { saveDrafts } from "./form-draft.ts";
import { leaveWithoutWarning } from "./unsaved-changes.ts";

/** The message to show for an error: the server's, or a general one for unexpected errors. */
export function errorMessage(error: unknown): string {
	return error instanceof ShopError ? error.message : messages.internalError;
}

/** Shows a toast with the message of an error. */
export function toastError(error: unknown): void {
	toast("error", errorMessage(error));
}

/**
 * If the session has expired, stores the drafts and redirects to Login and back to this page. Returns
 * whether it did; the caller shows any other error.
 */
export function redirectIfSignedOut(error: unknown): boolean {
	if (!(error instanceof ShopError) || error.code !== "unauthenticated") return false;
	saveDrafts();
	// Login says that the session has ended.
	const back = location.pathname + location.search;
	leaveWithoutWarning(`${sitePaths.loginReturningTo(back)}&by=session`);
	return true;
}

/**
 * Runs one task at a time: a second click while it runs does nothing. Errors are passed to `onError`, by default a toast. An
 * expired session redirects to Login instead, and `sending` stays true until the page unloads.
 */
export function useSend() {
	const running = useRef(false);
	const [sending, setSending] = useState(false);
	const send = async (
		task: () => Promise<void>,
		onError: (error: unknown) => void = toastError,
	) => {
		if (running.current) return;
		running.current = true;
		setSending(true);
		try {
			await task();
		} catch (error) {
			if (redirectIfSignedOut(error)) return;
			running.current = false;
			setSending(false);
			onError(error);
			return;
		}
		running.current = false;
		setSending(false);
	};
	return { sending, send };
}

/** How long Undo is offered, in milliseconds. */
const undoOfferedMs = 15_000;

/** Shows what was done with a button that takes it back. An error of `undo` is passed to `onError`. */
export function offerUndo(
	text: string,
	undo: () => Promise<void>,
	onError = toastError,
	durationMs = undoOfferedMs,
): void {
	const run = () =>
		void undo().catch((error: unknown) => {
			if (!redirectIfSignedOut(error)) onError(error);
		});
	toast("success", text, { label: messages.undo, durationMs, run });
}
