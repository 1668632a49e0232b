import { connectionError } from "./api.js";
import { frameAddress, newNonce, openChannel } from "./channel.js";

/** So long may the bank's page take to appear, in milliseconds. */
const CHALLENGE_PATIENCE = 15000;

/**
 * Shows the bank's page over the whole window until its holder has answered. A modal dialog keeps
 * the keyboard inside and gives the focus back afterwards.
 * @param {string} origin the stand-in's address
 * @param {string} key the publishable key
 * @param {string} clientSecret
 * @returns {Promise<import("./api.js").StripeError | undefined>} an error when it did not appear
 */
export function askHolder(origin, key, clientSecret) {
	return new Promise((resolve) => {
		const nonce = newNonce();
		const frame = challengeFrame(origin, key, clientSecret, nonce);
		const dialog = challengeDialog(frame);
		let appeared = false;
		/** @param {import("./api.js").StripeError} [error] */
		const end = (error) => {
			window.clearTimeout(alarm);
			channel.close();
			dialog.close();
			dialog.remove();
			resolve(error);
		};
		const channel = openChannel({ peer: () => frame.contentWindow, origin, nonce }, ({ kind }) => {
			if (kind === "done") return end();
			appeared = true;
			frame.focus();
		});
		const alarm = window.setTimeout(() => {
			if (!appeared) end(connectionError());
		}, CHALLENGE_PATIENCE);
		dialog.addEventListener("cancel", (event) => {
			event.preventDefault();
			if (appeared) channel.post({ kind: "fail" });
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
	frame.src = frameAddress(`${origin}/challenge?${query}`, nonce);
	// Without the scheme of its document a frame is painted opaque.
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
