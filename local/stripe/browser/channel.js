/** Messages between the shop's page and a frame of the stand-in, in both directions. */

/** @typedef {{ kind: string, [more: string]: any }} Message */

/** A word nobody else knows, by which a page and its frame recognise each other. */
export function newNonce() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Opens a channel to one window. Only messages of that window, of that origin and with that nonce
 * are heard; what is posted reaches that origin only.
 * @param {{ peer: () => Window | null | undefined, origin: string, nonce: string }} where
 * @param {(message: Message) => void} hear
 */
export function openChannel({ peer, origin, nonce }, hear) {
	/** @param {MessageEvent} event */
	const listen = (event) => {
		if (event.origin !== origin || event.source === null || event.source !== peer()) return;
		if (event.data && event.data.nonce === nonce) hear(event.data);
	};
	window.addEventListener("message", listen);
	return {
		/** @param {Message} message */
		post: (message) => peer()?.postMessage({ ...message, nonce }, origin),
		close: () => window.removeEventListener("message", listen),
	};
}

/**
 * The address of a frame that will find its page again.
 * @param {string} address
 * @param {string} nonce
 */
export function frameAddress(address, nonce) {
	return `${address}#${new URLSearchParams({ nonce, page: window.location.origin })}`;
}

/**
 * The other end, within the frame.
 * @param {(message: Message) => void} hear
 */
export function openChannelToPage(hear) {
	const told = new URLSearchParams(window.location.hash.slice(1));
	const where = {
		peer: () => window.parent,
		origin: told.get("page") ?? "",
		nonce: told.get("nonce") ?? "",
	};
	return openChannel(where, hear);
}
