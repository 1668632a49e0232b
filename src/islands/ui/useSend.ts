import { useRef, useState } from "react";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { sitePaths } from "../../site.ts";
// Every island that calls loads the session store, which is what renews tokens.
import "../../stores/session.ts";
import { keepForms } from "./kept.ts";
import { leaveQuietly } from "./leave.ts";

/** What to show of a failure: the server's words, or ours where nothing came back. */
export function wordsOf(error: unknown): string {
	return error instanceof ShopError ? error.message : messages.faultOfOurs;
}

/**
 * Where the session is over, keeps what was typed and leads to signing in and back here. Gives
 * whether that is what happened; any other failure is the caller's to show.
 */
export function signsInAgain(error: unknown): boolean {
	if (!(error instanceof ShopError) || error.code !== "unauthenticated") return false;
	keepForms();
	leaveQuietly(sitePaths.loginFrom(location.pathname + location.search));
	return true;
}

/**
 * Runs one thing at a time: a second click while it runs does nothing. What it throws goes to
 * `refused`; a session that is over leads to signing in, and `sending` stays until the page is gone.
 */
export function useSend() {
	const running = useRef(false);
	const [sending, setSending] = useState(false);
	const send = async (work: () => Promise<void>, refused?: (error: unknown) => void) => {
		if (running.current) return;
		running.current = true;
		setSending(true);
		try {
			await work();
		} catch (error) {
			if (signsInAgain(error)) return;
			running.current = false;
			setSending(false);
			if (!refused) throw error;
			refused(error);
			return;
		}
		running.current = false;
		setSending(false);
	};
	return { sending, send };
}
