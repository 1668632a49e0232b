import { openFrame } from "./frame-host.js";

/** The width below which the form has two lines, in multiples of its font size. */
const STACK_BELOW_EM = 22;

/**
 * Mounts a card frame.
 * @param {string} origin
 * @param {string} key
 * @param {Element} container
 * @param {Record<string, any>} options
 * @param {(message: import("./channel.js").Message) => void} onMessage
 */
export function openCardFrame(origin, key, container, options, onMessage) {
	let current = options;
	let stacked = isNarrow(container, current);
	const frame = openFrame({
		origin,
		path: "/elements/card",
		title: "Secure card payment input frame",
		container,
		height: stacked ? 60 : 24,
		setUp: (post) => post({ kind: "setup", options: current, stacked, key }),
		onMessage,
	});
	const width = new ResizeObserver(() => {
		if (isNarrow(container, current) === stacked) return;
		stacked = !stacked;
		frame.setUp();
	});
	width.observe(container);
	return {
		...frame,
		/** @param {Record<string, any>} newOptions */
		update(newOptions) {
			current = newOptions;
			stacked = isNarrow(container, current);
			frame.setUp();
		},
		close() {
			width.disconnect();
			frame.close();
		},
	};
}

/**
 * @param {Element} container
 * @param {Record<string, any>} options
 */
function isNarrow(container, options) {
	const size = /^([\d.]+)px$/.exec(options.style?.base?.fontSize ?? "")?.[1];
	const style = getComputedStyle(container);
	const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
	const width = container.clientWidth - padding;
	const extra = options.hidePostalCode ? 0 : 4;
	return width > 0 && width < (STACK_BELOW_EM + extra) * Number(size ?? 16);
}
