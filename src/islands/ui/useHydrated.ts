import { createContext, use, useSyncExternalStore } from "react";

/**
 * Whether a page renders components for a browser without JavaScript: their controls are enabled as they are. Only the
 * server renders such a page: read as `import.meta.env.SSR && use(WithoutScript)`, which leaves no code for it in the browser's
 * scripts.
 */
export const WithoutScript = createContext(false);

const subscribeToNothing = () => () => undefined;

/** Whether the island is hydrated. Before that a submit would be the browser's own form submission. */
export function useHydrated(): boolean {
	const isEnabled = import.meta.env.SSR && use(WithoutScript);
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => isEnabled,
	);
}
