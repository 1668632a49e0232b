import { useEffect } from "react";

let quietly = false;

/** Leaves this page without asking about what is unsaved: it has been kept, or there is nothing to keep. */
export function leaveQuietly(to: string): void {
	quietly = true;
	// Come back to by the Back button, the page is as it was left: with a session that is over.
	addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true });
	location.assign(to);
}

/** While something half-filled stands on the page, the browser asks before leaving it. */
export function useLeaveWarning(dirty: boolean): void {
	useEffect(() => {
		if (!dirty) return;
		const warn = (event: BeforeUnloadEvent) => {
			if (!quietly) event.preventDefault();
		};
		addEventListener("beforeunload", warn);
		return () => removeEventListener("beforeunload", warn);
	}, [dirty]);
}
