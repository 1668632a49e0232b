/** The browser's warning before a page with unsaved changes is left. */
import { useEffect } from "react";
import { reloadEvent } from "./new-build.ts";

let skipWarning = false;

/** Navigates without the warning about unsaved changes: they are stored as drafts, or there are none. */
export function leaveWithoutWarning(to: string): void {
	skipWarning = true;
	// The Back button may restore the page from the back/forward cache, with an expired session.
	addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true });
	location.assign(to);
}

/** While `dirty`, the browser asks before leaving the page. */
export function useUnsavedChangesWarning(dirty: boolean): void {
	useEffect(() => {
		if (!dirty) return;
		const warn = (event: BeforeUnloadEvent) => {
			if (!skipWarning) event.preventDefault();
		};
		addEventListener("beforeunload", warn);
		// The forms store their drafts then.
		const stopWarning = () => removeEventListener("beforeunload", warn);
		addEventListener(reloadEvent, stopWarning);
		return () => {
			stopWarning();
			removeEventListener(reloadEvent, stopWarning);
		};
	}, [dirty]);
}
