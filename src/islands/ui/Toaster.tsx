import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { Toaster as Library, toast } from "sonner";
import { $toasts, drainToasts } from "../../stores/toasts.ts";

/** How long a toast is shown, in milliseconds. */
const durationMs = 5_000;

/** The distance to the edges of the screen in pixels. */
const offset = 16;

/**
 * Shows pending toasts. They can be closed, pause while hovered and are announced by screen readers. They
 * appear at the bottom left, on a phone across the bottom: at the top they would cover the logo, the cart and the name of
 * what a page is about.
 */
export function Toaster() {
	const toasts = useStore($toasts);
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
			position="bottom-left"
			offset={offset}
			mobileOffset={offset}
			closeButton
			richColors
			duration={durationMs}
		/>
	);
}
