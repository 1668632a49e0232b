import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Whether the island has come alive. Until then its form must not be sent: the browser would do it. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => false,
	);
}
