import { createContext, use, useSyncExternalStore } from "react";

/** Whether a page renders components for a browser without JavaScript: their controls are enabled as they are. */
export const WithoutScript = createContext(false);

const subscribeToNothing = () => () => undefined;

/** Whether the island is hydrated. Before that a submit would be the browser's own form submission. */
export function useHydrated(): boolean {
	const isEnabled = use(WithoutScript);
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => isEnabled,
	);
}
