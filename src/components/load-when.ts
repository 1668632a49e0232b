/** Loads a script that few visits need: now if it is due, or at the first of the events when it is. A module runs once. */
export function loadWhen(
	isDue: () => unknown,
	url: string,
	target: EventTarget | null,
	...events: string[]
): void {
	const load = () => {
		if (isDue()) void import(/* @vite-ignore */ url);
	};
	load();
	for (const event of events) target?.addEventListener(event, load);
}
