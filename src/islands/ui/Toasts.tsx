import { useStore } from "@nanostores/react";
import { type ComponentType, useEffect, useState } from "react";
import { $toasts, showPendingToast } from "../../stores/toasts.ts";

/** What comes before anything is said: whoever does neither never needs the toaster. */
const firstInteractions = ["pointerdown", "keydown"] as const;

/**
 * Says things in passing. The toaster itself is fetched with the first touch of the page, or with
 * the first thing to be said.
 */
export function Toasts() {
	const toasts = useStore($toasts);
	const [Toaster, setToaster] = useState<ComponentType>();

	useEffect(showPendingToast, []);

	useEffect(() => {
		if (Toaster) return;
		const fetchToaster = () => {
			import("./Toaster.tsx").then(
				({ Toaster: loaded }) => setToaster(() => loaded),
				// Not there: what is to be said waits, and the next touch or word asks again.
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
