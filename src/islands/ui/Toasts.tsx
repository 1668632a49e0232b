import { useStore } from "@nanostores/react";
import { type ComponentType, useEffect, useState } from "react";
import { $toasts, sayWhatWasKept } from "../../stores/toasts.ts";

/** What comes before anything is said: whoever does neither never needs the toaster. */
const firstTouches = ["pointerdown", "keydown"] as const;

/**
 * Says things in passing. The toaster itself is fetched with the first touch of the page, or with
 * the first thing to be said.
 */
export function Toasts() {
	const waiting = useStore($toasts);
	const [Toaster, setToaster] = useState<ComponentType>();

	useEffect(sayWhatWasKept, []);

	useEffect(() => {
		if (Toaster) return;
		const fetchToaster = () => {
			import("./Toaster.tsx").then(
				({ Toaster: fetched }) => setToaster(() => fetched),
				// Not there: what is to be said waits, and the next touch or word asks again.
				() => {},
			);
		};
		if (waiting.length > 0) fetchToaster();
		for (const name of firstTouches) addEventListener(name, fetchToaster);
		return () => {
			for (const name of firstTouches) removeEventListener(name, fetchToaster);
		};
	}, [waiting, Toaster]);

	return Toaster ? <Toaster /> : null;
}
