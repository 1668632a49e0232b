import { useSyncExternalStore } from "react";
import { $toasts, type Toast } from "../../stores/toasts.ts";

const nothing: readonly Toast[] = [];

/** What waits to be said. */
export function useWaiting(): readonly Toast[] {
	return useSyncExternalStore($toasts.listen, $toasts.get, () => nothing);
}
