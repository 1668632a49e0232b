/** Messages between the shop's page and a frame of the stand-in. */

/** @typedef {{ kind: string, [more: string]: any }} Message */

/** A secret by which a page and its frame identify each other. */
export function newNonce() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Opens a channel to one window. Accepts only messages of that window and origin with that nonce, and
 * posts only to that origin.
 * @param {{ peer: () => Window | null | undefined, origin: string, nonce: string }} target
 * @param {(message: Message) => void} onMessage
 */
export function openChannel({ peer, origin, nonce }, onMessage) {
	/** @param {MessageEvent} event */
	const listen = (event) => {
		if (event.origin !== origin || event.source === null || event.source !== peer()) return;
		if (event.data && event.data.nonce === nonce) onMessage(event.data);
	};
	window.addEventListener("message", listen);
	return {
		/** @param {Message} message */
		post: (message) => peer()?.postMessage({ ...message, nonce }, origin),
		close: () => window.removeEventListener("message", listen),
	};
}

/**
 * Adds the nonce and the page's origin to a frame's URL, in its fragment.
 * @param {string} url
 * @param {string} nonce
 */
export function frameUrl(url, nonce) {
	return `${url}#${new URLSearchParams({ nonce, page: window.location.origin })}`;
}

/**
 * Opens the channel from a frame to its page.
 * @param {(message: Message) => void} onMessage
 */
export function openChannelToPage(onMessage) {
	const params = new URLSearchParams(window.location.hash.slice(1));
	const target = {
		peer: () => window.parent,
		origin: params.get("page") ?? "",
		nonce: params.get("nonce") ?? "",
	};
	return openChannel(target, onMessage);
}
