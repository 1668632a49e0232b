import { connectionError } from "./api.js";
import { frameUrl, newNonce, openChannel } from "./channel.js";

/** How long a frame may take to load before `loaderror`, in milliseconds. */
const FRAME_TIMEOUT_MS = 15000;

let frameCount = 0;

/**
 * Mounts a frame of the stand-in in a container, and exchanges messages with it.
 * @param {object} settings
 * @param {string} settings.origin
 * @param {string} settings.path
 * @param {string} settings.title
 * @param {Element} settings.container
 * @param {number} settings.height until the frame posts its own
 * @param {(post: (message: import("./channel.js").Message) => void) => void} settings.setUp posts what the
 * frame needs to start, or again after a change
 * @param {(message: import("./channel.js").Message) => void} settings.onMessage
 */
export function openFrame({ origin, path, title, container, height, setUp, onMessage }) {
	const nonce = newNonce();
	const frame = elementFrame(`${origin}${path}`, title, nonce);
	/** @type {Map<number, (outcome: import("./api.js").Outcome) => void>} */
	const pending = new Map();
	let lastId = 0;
	/** Resolves `loaded`. @type {(isLoaded: boolean) => void} */
	let resolveLoaded = () => {};
	/** Whether the frame has loaded. @type {Promise<boolean>} */
	const loaded = new Promise((resolve) => {
		resolveLoaded = resolve;
	});

	const channel = openChannel({ peer: () => frame.contentWindow, origin, nonce }, (message) => {
		const { kind } = message;
		if (kind === "loaded") return setUp(channel.post);
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
	const timer = window.setTimeout(() => fail(connectionError()), FRAME_TIMEOUT_MS);

	/** @param {import("./api.js").StripeError} error */
	function fail(error) {
		window.clearTimeout(timer);
		resolveLoaded(false);
		onMessage({ kind: "loaderror", detail: { error } });
	}

	function failPending() {
		for (const resolve of pending.values()) resolve({ error: connectionError() });
		pending.clear();
	}

	frame.style.height = `${height}px`;
	container.replaceChildren(frame);
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
		fail,
		setUp: () => setUp(channel.post),
		/**
		 * @param {string} action
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
			for (const label of labels) label.removeEventListener("click", focus);
			channel.close();
			resolveLoaded(false);
			failPending();
		},
	};
}

/**
 * @param {string} url
 * @param {string} title
 * @param {string} nonce
 */
function elementFrame(url, title, nonce) {
	frameCount += 1;
	const frame = document.createElement("iframe");
	frame.name = `__privateStripeFrame${frameCount}`;
	frame.title = title;
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
