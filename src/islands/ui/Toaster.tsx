import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { Toaster as Library, toast } from "sonner";
import { $toasts, takeToasts } from "../../stores/toasts.ts";

/** How long a toast stays, in milliseconds. */
const durationMs = 5_000;

/** Shows what waits to be said: closable, paused while the pointer is on it, read out. */
export function Toaster() {
	const waiting = useStore($toasts);
	useEffect(() => {
		if (waiting.length === 0) return;
		for (const { kind, text } of takeToasts()) toast[kind](text);
	}, [waiting]);
	return (
		<Library theme="system" position="top-right" closeButton richColors duration={durationMs} />
	);
}
