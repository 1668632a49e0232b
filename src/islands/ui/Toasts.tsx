import {
	type ComponentType,
	startTransition,
	useEffect,
	useState,
	useSyncExternalStore,
} from "react";
import { $toasts, showPendingToast } from "../../stores/toasts.ts";
import { importChunk } from "./import-chunk.ts";

/** Interactions that precede any toast. A visitor without them never loads the toaster. */
const firstInteractions = ["pointerdown", "keydown"] as const;

/** Calls `run` after the next paint, so that what it takes does not delay what an interaction shows. */
function afterPaint(run: () => void): void {
	requestAnimationFrame(() => setTimeout(run));
}

/**
 * Shows toasts. The toaster's script is loaded on the first interaction with the page, or with the first
 * toast.
 */
export function Toasts() {
	// Not with nanostores' own hook, which would be in the script of every page.
	const toasts = useSyncExternalStore($toasts.listen, $toasts.get, $toasts.get);
	const [Toaster, setToaster] = useState<ComponentType>();

	useEffect(showPendingToast, []);

	useEffect(() => {
		if (Toaster) return;
		const fetchToaster = () => {
			importChunk(() => import("./Toaster.tsx")).then(
				({ Toaster: loaded }) => startTransition(() => setToaster(() => loaded)),
				// The script failed to load: toasts wait, and the next interaction or toast tries again.
				() => {},
			);
		};
		if (toasts.length > 0) fetchToaster();
		const onInteraction = () => afterPaint(fetchToaster);
		for (const name of firstInteractions) addEventListener(name, onInteraction);
		return () => {
			for (const name of firstInteractions) removeEventListener(name, onInteraction);
		};
	}, [toasts, Toaster]);

	return Toaster ? <Toaster /> : null;
}
