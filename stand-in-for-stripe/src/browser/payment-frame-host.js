import { openFrame } from "./frame-host.js";

/**
 * What the elements of a group share: the intent, read once, and how they look.
 * @typedef {object} Group
 * @property {() => Promise<import("./api.js").Outcome>} readIntent
 * @property {Record<string, any>} appearance
 */

/**
 * Mounts a payment frame. The intent decides which payment methods it offers.
 * @param {string} origin
 * @param {string} key
 * @param {Group} group
 * @param {Element} container
 * @param {Record<string, any>} options
 * @param {(message: import("./channel.js").Message) => void} onMessage
 */
export function openPaymentFrame(origin, key, group, container, options, onMessage) {
	let current = options;
	let closed = false;
	const frame = openFrame({
		origin,
		path: "/elements/payment",
		title: "Secure payment input frame",
		container,
		height: 200,
		async setUp(post) {
			const { object, error } = await group.readIntent();
			if (closed) return;
			if (error) return frame.fail(error);
			const types = object.payment_method_types;
			post({ kind: "setup", options: current, appearance: group.appearance, types, key });
		},
		onMessage,
	});
	onMessage({ kind: "loaderstart" });
	return {
		...frame,
		/** @param {Record<string, any>} newOptions */
		update(newOptions) {
			current = newOptions;
			frame.setUp();
		},
		close() {
			closed = true;
			frame.close();
		},
	};
}
