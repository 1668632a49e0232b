import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Whether the island is hydrated. Before that a submit would be the browser's own form submission. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => false,
	);
}
