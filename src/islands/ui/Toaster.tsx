import { useEffect } from "react";
import { Toaster as Library, toast } from "sonner";
import { takeToasts } from "../../stores/toasts.ts";
import { useWaiting } from "./useWaiting.ts";

/** How long a toast stays, in milliseconds. */
const durationMs = 5_000;

/** Shows what waits to be said: closable, paused while the pointer is on it, read out. */
export function Toaster() {
	const waiting = useWaiting();
	useEffect(() => {
		if (waiting.length === 0) return;
		for (const { kind, text } of takeToasts()) toast[kind](text);
	}, [waiting]);
	return (
		<Library theme="system" position="top-right" closeButton richColors duration={durationMs} />
	);
}
