/** Stores the scroll position of a list in the history entry, for Back, Forward and reload. */
import * as v from "valibot";

const historyStateSchema = v.object({ list: v.object({ loaded: v.number(), scroll: v.number() }) });

/** The scroll position in a history entry's state, or undefined. */
export function readScrollPosition(state: unknown): { loaded: number; scroll: number } | undefined {
	const parsed = v.safeParse(historyStateSchema, state);
	return parsed.success ? parsed.output.list : undefined;
}

const scrollDebounceMs = 150;

/** Stores the position whenever scrolling pauses. Returns the function that stops it. */
export function trackScrollPosition(loaded: number): () => void {
	const save = () => {
		const list = { loaded, scroll: Math.round(scrollY) };
		history.replaceState({ ...history.state, list }, "");
	};
	let timer: ReturnType<typeof setTimeout>;
	const saveSoon = () => {
		clearTimeout(timer);
		timer = setTimeout(save, scrollDebounceMs);
	};
	save();
	addEventListener("scroll", saveSoon, { passive: true });
	// A click may navigate before the debounce ends.
	addEventListener("click", save, { capture: true });
	return () => {
		clearTimeout(timer);
		removeEventListener("scroll", saveSoon);
		removeEventListener("click", save, { capture: true });
	};
}
