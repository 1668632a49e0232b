/** Where one stood in a list, kept in the history entry: for Back, forward and reload. */
import * as v from "valibot";

const place = v.object({ list: v.object({ loaded: v.number(), scroll: v.number() }) });

/** The place a history entry holds, or undefined. */
export function placeOf(state: unknown): { loaded: number; scroll: number } | undefined {
	const found = v.safeParse(place, state);
	return found.success ? found.output.list : undefined;
}

const settledMs = 150;

/** Keeps the place from now on, whenever scrolling settles. Gives the function that ends it. */
export function rememberPlace(loaded: number): () => void {
	const keep = () => {
		const list = { loaded, scroll: Math.round(scrollY) };
		history.replaceState({ ...history.state, list }, "");
	};
	let timer: ReturnType<typeof setTimeout>;
	const settle = () => {
		clearTimeout(timer);
		timer = setTimeout(keep, settledMs);
	};
	keep();
	addEventListener("scroll", settle, { passive: true });
	// A click may lead away before the scrolling counts as settled.
	addEventListener("click", keep, { capture: true });
	return () => {
		clearTimeout(timer);
		removeEventListener("scroll", settle);
		removeEventListener("click", keep, { capture: true });
	};
}
