import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { Toaster as Library, toast } from "sonner";
import { $toasts, takeToasts } from "../../stores/toasts.ts";

/** How long a toast stays, in milliseconds. */
const durationMs = 5_000;

/** From here on the navigation takes the whole width above, and the left below is free (64rem). */
const wide = "(min-width: 64rem)";

/** Beside the Menu button of a phone, in pixels: over the shop's name, and nothing below it. */
const besideMenu = { top: 8, left: 8, right: 116 };

/**
 * Shows what waits to be said: closable, paused while the pointer is on it, read out. Where there is
 * a Menu button, at the top beside it; on wider screens at the bottom left, where neither
 * navigation nor forms are.
 */
export function Toaster() {
	const waiting = useStore($toasts);
	const isWide = useMatch(wide);
	useEffect(() => {
		if (waiting.length === 0) return;
		for (const { kind, text, offer } of takeToasts()) {
			toast[kind](
				text,
				offer && {
					duration: offer.durationMs,
					action: { label: offer.label, onClick: offer.run },
				},
			);
		}
	}, [waiting]);
	return (
		<Library
			theme="system"
			position={isWide ? "bottom-left" : "top-left"}
			offset={isWide ? {} : besideMenu}
			mobileOffset={besideMenu}
			closeButton
			richColors
			duration={durationMs}
		/>
	);
}

/** Whether a media query matches, followed as it changes. */
function useMatch(query: string): boolean {
	const [matches, setMatches] = useState(() => matchMedia(query).matches);
	useEffect(() => {
		const list = matchMedia(query);
		const follow = () => setMatches(list.matches);
		follow();
		list.addEventListener("change", follow);
		return () => list.removeEventListener("change", follow);
	}, [query]);
	return matches;
}
