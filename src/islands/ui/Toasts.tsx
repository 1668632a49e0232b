import { type ComponentType, useEffect, useState } from "react";
import { sayWhatWasKept } from "../../stores/toasts.ts";
import { useWaiting } from "./useWaiting.ts";

/** What comes before anything is said: whoever does neither never needs the toaster. */
const firstTouches = ["pointerdown", "keydown"] as const;

/**
 * Says things in passing. The toaster itself is fetched with the first touch of the page, or with
 * the first thing to be said.
 */
export function Toasts() {
	const waiting = useWaiting();
	const [touched, setTouched] = useState(false);
	const [Toaster, setToaster] = useState<ComponentType>();
	const wanted = touched || waiting.length > 0;

	useEffect(() => {
		sayWhatWasKept();
		const touch = () => setTouched(true);
		for (const name of firstTouches) addEventListener(name, touch, { once: true });
		return () => {
			for (const name of firstTouches) removeEventListener(name, touch);
		};
	}, []);

	useEffect(() => {
		if (!wanted || Toaster) return;
		import("./Toaster.tsx").then(
			({ Toaster: fetched }) => setToaster(() => fetched),
			// Not there: what is to be said waits, and the next touch or word asks again.
			() => setTouched(false),
		);
	}, [wanted, Toaster]);

	return Toaster ? <Toaster /> : null;
}
