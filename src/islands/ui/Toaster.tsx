import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { Toaster as Library, toast } from "sonner";
import { $toasts, drainToasts } from "../../stores/toasts.ts";

/** How long a toast stays, in milliseconds. */
const durationMs = 5_000;

/** From here on the navigation takes the whole width above, and the left below is free (64rem). */
const wideScreen = "(min-width: 64rem)";

/** Beside the Menu button of a phone, in pixels: over the shop's name, and nothing below it. */
const besideMenuOffset = { top: 8, left: 8, right: 116 };

/**
 * Shows what waits to be said: closable, paused while the pointer is on it, read out. Where there is
 * a Menu button, at the top beside it; on wider screens at the bottom left, where neither
 * navigation nor forms are.
 */
export function Toaster() {
	const toasts = useStore($toasts);
	const isWide = useMediaQuery(wideScreen);
	useEffect(() => {
		if (toasts.length === 0) return;
		for (const { kind, text, action } of drainToasts()) {
			toast[kind](
				text,
				action && {
					duration: action.durationMs,
					action: { label: action.label, onClick: action.run },
				},
			);
		}
	}, [toasts]);
	return (
		<Library
			theme="system"
			position={isWide ? "bottom-left" : "top-left"}
			offset={isWide ? {} : besideMenuOffset}
			mobileOffset={besideMenuOffset}
			closeButton
			richColors
			duration={durationMs}
		/>
	);
}

/** Whether a media query matches, followed as it changes. */
function useMediaQuery(query: string): boolean {
	const [matches, setMatches] = useState(() => matchMedia(query).matches);
	useEffect(() => {
		const mediaQuery = matchMedia(query);
		const update = () => setMatches(mediaQuery.matches);
		update();
		mediaQuery.addEventListener("change", update);
		return () => mediaQuery.removeEventListener("change", update);
	}, [query]);
	return matches;
}
