/** Where one stood in a list, kept in the history entry: for Back, forward and reload. */
import * as v from "valibot";

const stateShape = v.object({ list: v.object({ loaded: v.number(), scroll: v.number() }) });

/** The place a history entry holds, or undefined. */
export function readScrollPosition(state: unknown): { loaded: number; scroll: number } | undefined {
	const parsed = v.safeParse(stateShape, state);
	return parsed.success ? parsed.output.list : undefined;
}

const scrollDebounceMs = 150;

/** Keeps the place from now on, whenever scrolling settles. Gives the function that ends it. */
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
	// A click may lead away before the scrolling counts as settled.
	addEventListener("click", save, { capture: true });
	return () => {
		clearTimeout(timer);
		removeEventListener("scroll", saveSoon);
		removeEventListener("click", save, { capture: true });
	};
}
