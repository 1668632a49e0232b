import { connectionError } from "./api.js";
import { frameUrl, newNonce, openChannel } from "./channel.js";

/** How long the bank's page may take to load, in milliseconds. */
const CHALLENGE_TIMEOUT_MS = 15000;

/**
 * Shows the bank's page over the whole window until the cardholder has completed it. A modal dialog traps
 * the focus and restores it afterwards.
 * @param {string} origin the stand-in's origin
 * @param {string} key the publishable key
 * @param {string} clientSecret
 * @returns {Promise<import("./api.js").StripeError | undefined>} an error if it did not load
 */
export function showChallenge(origin, key, clientSecret) {
	return new Promise((resolve) => {
		const nonce = newNonce();
		const frame = challengeFrame(origin, key, clientSecret, nonce);
		const dialog = challengeDialog(frame);
		let loaded = false;
		/** @param {import("./api.js").StripeError} [error] */
		const end = (error) => {
			window.clearTimeout(timer);
			channel.close();
			dialog.close();
			dialog.remove();
			resolve(error);
		};
		const channel = openChannel({ peer: () => frame.contentWindow, origin, nonce }, ({ kind }) => {
			if (kind === "done") return end();
			loaded = true;
			frame.focus();
		});
		const timer = window.setTimeout(() => {
			if (!loaded) end(connectionError());
		}, CHALLENGE_TIMEOUT_MS);
		dialog.addEventListener("cancel", (event) => {
			event.preventDefault();
			if (loaded) channel.post({ kind: "fail" });
			else end(connectionError());
		});
		document.body.append(dialog);
		dialog.showModal();
	});
}

/**
 * @param {string} origin
 * @param {string} key
 * @param {string} clientSecret
 * @param {string} nonce
 */
function challengeFrame(origin, key, clientSecret, nonce) {
	const query = new URLSearchParams({ client_secret: clientSecret, key });
	const frame = document.createElement("iframe");
	frame.title = "Secure 3-D Secure frame";
	frame.src = frameUrl(`${origin}/challenge?${query}`, nonce);
	// Without the color-scheme of its document a frame has an opaque background.
	Object.assign(frame.style, {
		border: "0",
		colorScheme: "light",
		display: "block",
		height: "100%",
		width: "100%",
	});
	return frame;
}

/** @param {HTMLIFrameElement} frame */
function challengeDialog(frame) {
	const dialog = document.createElement("dialog");
	dialog.setAttribute("aria-label", "3D Secure");
	Object.assign(dialog.style, {
		background: "transparent",
		border: "0",
		height: "100%",
		inset: "0",
		margin: "0",
		maxHeight: "none",
		maxWidth: "none",
		overflow: "hidden",
		padding: "0",
		position: "fixed",
		width: "100%",
	});
	dialog.append(frame);
	return dialog;
}
