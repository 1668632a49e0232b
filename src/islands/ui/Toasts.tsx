import { useStore } from "@nanostores/react";
import { type ComponentType, useEffect, useState } from "react";
import { $toasts, showPendingToast } from "../../stores/toasts.ts";
import { importChunk } from "./import-chunk.ts";

/** Interactions that precede any toast. A visitor without them never loads the toaster. */
const firstInteractions = ["pointerdown", "keydown"] as const;

/**
 * Shows toasts. The toaster's script is loaded on the first interaction with the page, or with the first
 * toast.
 */
export function Toasts() {
	const toasts = useStore($toasts);
	const [Toaster, setToaster] = useState<ComponentType>();

	useEffect(showPendingToast, []);

	useEffect(() => {
		if (Toaster) return;
		const fetchToaster = () => {
			importChunk(() => import("./Toaster.tsx")).then(
				({ Toaster: loaded }) => setToaster(() => loaded),
				// The script failed to load: toasts wait, and the next interaction or toast tries again.
				() => {},
			);
		};
		if (toasts.length > 0) fetchToaster();
		for (const name of firstInteractions) addEventListener(name, fetchToaster);
		return () => {
			for (const name of firstInteractions) removeEventListener(name, fetchToaster);
		};
	}, [toasts, Toaster]);

	return Toaster ? <Toaster /> : null;
}
