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
