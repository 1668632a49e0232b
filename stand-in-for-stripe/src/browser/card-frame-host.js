import { connectionError } from "./api.js";
import { frameUrl, newNonce, openChannel } from "./channel.js";

/** How long the card form may take to load before `loaderror`, in milliseconds. */
const CARD_TIMEOUT_MS = 15000;
/** The width below which the form has two lines, in multiples of its font size. */
const STACK_BELOW_EM = 22;

let frameCount = 0;

/**
 * Mounts a card frame.
 * @param {string} origin
 * @param {string} key
 * @param {Element} container
 * @param {Record<string, any>} options
 * @param {(message: import("./channel.js").Message) => void} onMessage
 */
export function openCardFrame(origin, key, container, options, onMessage) {
	const nonce = newNonce();
	const frame = cardFrame(`${origin}/elements/card`, nonce);
	/** @type {Map<number, (outcome: import("./api.js").Outcome) => void>} */
	const pending = new Map();
	let current = options;
	let stacked = isNarrow(container, current);
	let lastId = 0;
	/** Resolves `loaded`. @type {(isLoaded: boolean) => void} */
	let resolveLoaded = () => {};
	/** Whether the frame has loaded. @type {Promise<boolean>} */
	const loaded = new Promise((resolve) => {
		resolveLoaded = resolve;
	});

	const channel = openChannel({ peer: () => frame.contentWindow, origin, nonce }, (message) => {
		const { kind } = message;
		if (kind === "loaded") return setUp();
		if (kind === "height") {
			frame.style.height = `${message.height}px`;
			return;
		}
		if (kind === "response") {
			pending.get(message.id)?.(message.outcome);
			pending.delete(message.id);
			return;
		}
		if (kind === "ready") {
			window.clearTimeout(timer);
			resolveLoaded(true);
		}
		onMessage(message);
	});
	const timer = window.setTimeout(() => {
		resolveLoaded(false);
		onMessage({ kind: "loaderror", detail: { error: connectionError() } });
	}, CARD_TIMEOUT_MS);
	const width = new ResizeObserver(() => {
		if (isNarrow(container, current) === stacked) return;
		stacked = !stacked;
		setUp();
	});

	function setUp() {
		channel.post({ kind: "setup", options: current, stacked, key });
	}

	function failPending() {
		for (const resolve of pending.values()) resolve({ error: connectionError() });
		pending.clear();
	}

	frame.style.height = `${stacked ? 60 : 24}px`;
	container.replaceChildren(frame);
	width.observe(container);
	const labels = container.id
		? document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)
		: [];
	for (const label of labels) label.addEventListener("click", focus);

	function focus() {
		frame.focus();
		channel.post({ kind: "focus" });
	}

	return {
		post: channel.post,
		focus,
		/** @param {Record<string, any>} newOptions */
		update(newOptions) {
			current = newOptions;
			stacked = isNarrow(container, current);
			setUp();
		},
		/**
		 * @param {"confirm" | "method"} action
		 * @param {object} params
		 * @returns {Promise<import("./api.js").Outcome>}
		 */
		request(action, params) {
			lastId += 1;
			const id = lastId;
			return new Promise((resolve) => {
				pending.set(id, resolve);
				loaded.then((isLoaded) => {
					if (isLoaded) channel.post({ kind: "request", id, action, params });
					else failPending();
				});
			});
		},
		close() {
			window.clearTimeout(timer);
			width.disconnect();
			for (const label of labels) label.removeEventListener("click", focus);
			channel.close();
			resolveLoaded(false);
			failPending();
		},
	};
}

/**
 * @param {string} url
 * @param {string} nonce
 */
function cardFrame(url, nonce) {
	frameCount += 1;
	const frame = document.createElement("iframe");
	frame.name = `__privateStripeFrame${frameCount}`;
	frame.title = "Secure card payment input frame";
	frame.src = frameUrl(url, nonce);
	// Without the color-scheme of its document a frame has an opaque, white background on a dark page.
	Object.assign(frame.style, {
		border: "0",
		colorScheme: "light",
		display: "block",
		margin: "0",
		minWidth: "100%",
		overflow: "hidden",
		padding: "0",
		width: "1px",
	});
	return frame;
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
