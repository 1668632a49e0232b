import { openCardFrame } from "./card-frame-host.js";

/**
 * The `card` element: a frame of the stand-in in the shop's page. What is typed stays in the
 * frame; the page learns whether it is complete, and asks the frame to pay.
 *
 * Stripe.js: The Element; element.on, mount, update, focus, blur, clear, unmount, destroy.
 * @param {string} origin the stand-in's address
 * @param {string} key the publishable key
 * @param {object} given the element's options
 * @param {() => void} forget called when it is destroyed
 */
export function createCardElement(origin, key, given, forget) {
	/** @type {Record<string, any>} */
	let options = { ...given };
	/** @type {Map<string, Set<Function>>} */
	const listeners = new Map();
	/** @type {ReturnType<typeof openCardFrame> | undefined} */
	let frame;
	/** @type {Element | undefined} */
	let home;
	const look = { complete: false, empty: true, focus: false, invalid: false };

	const element = {
		_elementType: "card",
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
		/** @param {string | Element} place */
		mount(place) {
			const found = typeof place === "string" ? document.querySelector(place) : place;
			if (!found)
				throw integrationError(
					`The selector you specified (${place}) applies to no DOM elements that are currently on the page.`,
				);
			if (found === home) return;
			element.unmount();
			home = found;
			frame = openCardFrame(origin, key, home, options, hear);
			showLook();
		},
		unmount() {
			frame?.close();
			for (const name of Object.values(classNames(options))) home?.classList.remove(name);
			home?.replaceChildren();
			frame = undefined;
			home = undefined;
		},
		destroy() {
			element.unmount();
			listeners.clear();
			forget();
		},
		/** @param {object} changes */
		update(changes) {
			options = { ...options, ...changes };
			frame?.update(options);
			showLook();
		},
		focus: () => frame?.focus(),
		blur: () => frame?.post({ kind: "blur" }),
		clear: () => frame?.post({ kind: "clear" }),
		/**
		 * Has the frame make a call with the card in it.
		 * @param {"confirm" | "method"} what
		 * @param {object} params
		 * @returns {Promise<import("./api.js").Outcome>}
		 */
		_ask(what, params) {
			if (!frame)
				throw integrationError(
					"We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.",
				);
			return frame.ask(what, params);
		},
	};

	/** @param {string} event @param {object} [detail] */
	function emit(event, detail) {
		for (const handler of [...(listeners.get(event) ?? [])])
			handler({ elementType: "card", ...detail });
	}

	/** @param {import("./channel.js").Message} message */
	function hear({ kind, detail }) {
		if (kind === "submit") return submitFormAround(home);
		if (kind === "change") {
			Object.assign(look, {
				complete: detail.complete,
				empty: detail.empty,
				invalid: detail.error !== undefined,
			});
		}
		if (kind === "focus" || kind === "blur") look.focus = kind === "focus";
		showLook();
		emit(kind, detail);
	}

	function showLook() {
		const names = classNames(options);
		home?.classList.add(names.base);
		for (const [state, on] of Object.entries(look)) {
			home?.classList.toggle(names[state], on);
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

/** Enter in the card form is Enter in the shop's form. @param {Element | undefined} home */
function submitFormAround(home) {
	home?.closest("form")?.requestSubmit();
}

/** A mistake in the page's own code. @param {string} message */
export function integrationError(message) {
	const error = new Error(message);
	error.name = "IntegrationError";
	return error;
}
