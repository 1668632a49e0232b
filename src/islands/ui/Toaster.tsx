import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { Toaster as Library, toast } from "sonner";
import { $toasts, drainToasts } from "../../stores/toasts.ts";

/** How long a toast is shown, in milliseconds. */
const durationMs = 5_000;

/** From this width on the navigation is a bar at the top, and the bottom left is free. */
const wideScreen = "(min-width: 64rem)";

/** The offset beside the Menu button on small screens in pixels: covers the shop's name only. */
const besideMenuOffset = { top: 8, left: 8, right: 116 };

/**
 * Shows pending toasts. They can be closed, pause while hovered and are announced by screen readers. On
 * small screens they appear at the top beside the Menu button, on wide screens at the bottom left, where
 * they cover neither navigation nor forms.
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

/** Whether a media query matches; updates when it changes. */
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
