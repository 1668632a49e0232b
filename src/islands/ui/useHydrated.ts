import { createContext, use, useSyncExternalStore } from "react";

/**
 * Whether a page renders components for a browser without JavaScript: their controls are enabled as they are. Only the
 * server renders such a page.
 */
export const WithoutScript = createContext(false);

/** Whether it does. Constant in the browser's scripts, so that they leave out what is for such a page. */
export const useWithoutScript = (): boolean => import.meta.env.SSR && use(WithoutScript);

const subscribeToNothing = () => () => undefined;

/** Whether the island is hydrated. Before that a submit would be the browser's own form submission. */
export function useHydrated(): boolean {
	const isEnabled = useWithoutScript();
	return useSyncExternalStore(
		subscribeToNothing,
		() => true,
		() => isEnabled,
	);
}
