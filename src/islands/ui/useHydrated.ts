import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the island has come alive. Until then its form must not be sent: the browser would do it. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
