import { useEffect } from "react";

let skipWarning = false;

/** Leaves this page without asking about what is unsaved: it has been kept, or there is nothing to keep. */
export function leaveWithoutWarning(to: string): void {
	skipWarning = true;
	// Come back to by the Back button, the page is as it was left: with a session that is over.
	addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true });
	location.assign(to);
}

/** While something half-filled stands on the page, the browser asks before leaving it. */
export function useUnsavedChangesWarning(dirty: boolean): void {
	useEffect(() => {
		if (!dirty) return;
		const warn = (event: BeforeUnloadEvent) => {
			if (!skipWarning) event.preventDefault();
		};
		addEventListener("beforeunload", warn);
		return () => removeEventListener("beforeunload", warn);
	}, [dirty]);
}
