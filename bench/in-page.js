// Functions that Playwright runs in the page. Plain JavaScript: in Node, where the bench runs, the
// compiler can't see the globals of a page.

/** Records layout shifts from the first frame on (W3C Layout Instability). */
export function recordLayoutShift() {
	const recorded = { shift: 0 };
	Object.assign(window, { benchShift: recorded });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) {
			if (!entry.hadRecentInput) recorded.shift += entry.value;
		}
	}).observe({ type: "layout-shift", buffered: true });
}

/** The layout shift that was recorded. @returns {number} */
export const layoutShift = () => window.benchShift.shift;

/** The height of the page in pixels. @returns {number} */
export const pageHeight = () => document.documentElement.scrollHeight;

/** Records how long keys take until the next paint (W3C Event Timing). */
export function recordKeys() {
	const recorded = { keys: [] };
	Object.assign(window, { benchKeys: recorded });
	new PerformanceObserver((list) => {
		for (const { name, duration } of list.getEntries())
			if (name === "keydown") recorded.keys.push(duration);
	}).observe({ type: "event", durationThreshold: 16 });
}

/** Resolves with the recorded times, after the frame that shows the last key. @returns {Promise<number[]>} */
export const keyTimes = async () => {
	for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
	await new Promise((resolve) => setTimeout(resolve));
	return window.benchKeys.keys;
};
