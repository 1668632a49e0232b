/**
 * @typedef {object} Frame
 * @property {() => void} focus
 * @property {() => void} close
 * @property {(message: import("./channel.js").Message) => void} post
 * @property {(options: Record<string, any>) => void} update
 * @property {(action: string, params: object) => Promise<import("./api.js").Outcome>} request
 */

/**
 * An element: a frame of the stand-in in the shop's page. The card data stays in the frame; the page is
 * notified whether it is complete, and asks the frame to pay.
 *
 * Stripe.js: The Element; element.on, mount, update, focus, blur, clear, collapse, unmount, destroy.
 * @param {"card" | "payment"} type
 * @param {object} initialOptions the element's options
 * @param {(container: Element, options: Record<string, any>, onMessage: (message: import("./channel.js").Message) => void) => Frame} openFrameIn
 * mounts the element's frame
 * @param {() => void} onDestroy called when it is destroyed
 */
export function createElement(type, initialOptions, openFrameIn, onDestroy) {
	/** @type {Record<string, any>} */
	let options = { ...initialOptions };
	/** @type {Map<string, Set<Function>>} */
	const listeners = new Map();
	/** @type {Frame | undefined} */
	let frame;
	/** @type {Element | undefined} */
	let container;
	const state = { complete: false, empty: true, focus: false, invalid: false };

	const element = {
		_elementType: type,
		/** @param {string} event @param {Function} handler */
		on(event, handler) {
			const set = listeners.get(event) ?? new Set();
			listeners.set(event, set.add(handler));
			return element;
		},
		/** @param {string} event @param {Function} handler */
		once(event, handler) {
			/** @param {unknown} detail */
			const single = (detail) => {
				element.off(event, single);
				handler(detail);
			};
			return element.on(event, single);
		},
		/** @param {string} event @param {Function} [handler] */
		off(event, handler) {
			if (handler) listeners.get(event)?.delete(handler);
			else listeners.delete(event);
			return element;
		},
		/** @param {string | Element} target */
		mount(target) {
			const found = typeof target === "string" ? document.querySelector(target) : target;
			if (!found)
				throw integrationError(
					`The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
				);
			if (found === container) return;
			element.unmount();
			container = found;
			frame = openFrameIn(container, options, onMessage);
			updateClasses();
		},
		unmount() {
			frame?.close();
			for (const name of Object.values(classNames(options))) container?.classList.remove(name);
			container?.replaceChildren();
			frame = undefined;
			container = undefined;
		},
		destroy() {
			element.unmount();
			listeners.clear();
			onDestroy();
		},
		/** @param {object} changes */
		update(changes) {
			options = { ...options, ...changes };
			frame?.update(options);
			updateClasses();
			return element;
		},
		focus: () => frame?.focus(),
		blur: () => frame?.post({ kind: "blur" }),
		clear: () => frame?.post({ kind: "clear" }),
		collapse: () => element,
		/** Applies changes of the group, such as the appearance. */
		_refresh: () => frame?.update(options),
		/**
		 * Makes the frame validate its fields, or call the API with them.
		 * @param {"confirm" | "method" | "submit"} action
		 * @param {object} params
		 * @returns {Promise<import("./api.js").Outcome>}
		 */
		_request(action, params) {
			if (!frame)
				throw integrationError(
					"We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
				);
			return frame.request(action, params);
		},
	};

	/** @param {string} event @param {object} [detail] */
	function emit(event, detail) {
		// Copied first: a handler may remove itself.
		const handlers = Array.from(listeners.get(event) ?? []);
		for (const handler of handlers) handler({ elementType: type, ...detail });
	}

	/** @param {import("./channel.js").Message} message */
	function onMessage({ kind, detail }) {
		if (kind === "submit") return submitClosestForm(container);
		if (kind === "change") {
			Object.assign(state, {
				complete: detail.complete,
				empty: detail.empty,
				invalid: detail.error !== undefined,
			});
		}
		if (kind === "focus" || kind === "blur") state.focus = kind === "focus";
		updateClasses();
		emit(kind, detail);
	}

	function updateClasses() {
		const names = classNames(options);
		container?.classList.add(names.base);
		for (const [name, on] of Object.entries(state)) {
			container?.classList.toggle(names[name], on);
		}
	}

	return element;
}

/** @param {Record<string, any>} options @returns {Record<string, string>} */
function classNames(options) {
	return {
		base: "StripeElement",
		complete: "StripeElement--complete",
		empty: "StripeElement--empty",
		focus: "StripeElement--focus",
		invalid: "StripeElement--invalid",
		...options.classes,
	};
}

/** Submits the shop's form when Enter is pressed in the card form. @param {Element | undefined} container */
function submitClosestForm(container) {
	container?.closest("form")?.requestSubmit();
}

/** An error in the page's own code. @param {string} message */
export function integrationError(message) {
	const error = new Error(message);
	error.name = "IntegrationError";
	return error;
}
