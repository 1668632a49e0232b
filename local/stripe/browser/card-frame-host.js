import { connectionError } from "./api.js";
import { frameAddress, newNonce, openChannel } from "./channel.js";

/** So long may the card form take to appear before `loaderror`, in milliseconds. */
const CARD_PATIENCE = 15000;
/** Below so many times its font size the form stands in two lines. */
const STACK_BELOW_EM = 22;

let framesMade = 0;

/**
 * The frame of one mounting.
 * @param {string} origin
 * @param {string} key
 * @param {Element} home
 * @param {Record<string, any>} options
 * @param {(message: import("./channel.js").Message) => void} hear
 */
export function openCardFrame(origin, key, home, options, hear) {
	const nonce = newNonce();
	const frame = cardFrame(`${origin}/elements/card`, nonce);
	/** @type {Map<number, (outcome: import("./api.js").Outcome) => void>} */
	const waiting = new Map();
	let current = options;
	let stacked = isNarrow(home, current);
	let asked = 0;
	/** Settles the question whether the frame is there. @type {(there: boolean) => void} */
	let settle = () => {};
	/** @type {Promise<boolean>} */
	const appeared = new Promise((resolve) => {
		settle = resolve;
	});

	const channel = openChannel({ peer: () => frame.contentWindow, origin, nonce }, (message) => {
		const { kind } = message;
		if (kind === "hello") return setUp();
		if (kind === "height") {
			frame.style.height = `${message.height}px`;
			return;
		}
		if (kind === "answer") {
			waiting.get(message.id)?.(message.outcome);
			waiting.delete(message.id);
			return;
		}
		if (kind === "ready") {
			window.clearTimeout(alarm);
			settle(true);
		}
		hear(message);
	});
	const alarm = window.setTimeout(() => {
		settle(false);
		hear({ kind: "loaderror", detail: { error: connectionError() } });
	}, CARD_PATIENCE);
	const width = new ResizeObserver(() => {
		if (isNarrow(home, current) === stacked) return;
		stacked = !stacked;
		setUp();
	});

	function setUp() {
		channel.post({ kind: "setup", options: current, stacked, key });
	}

	function giveUp() {
		for (const answer of waiting.values()) answer({ error: connectionError() });
		waiting.clear();
	}

	frame.style.height = `${stacked ? 60 : 24}px`;
	home.replaceChildren(frame);
	width.observe(home);
	const labels = home.id ? document.querySelectorAll(`label[for="${CSS.escape(home.id)}"]`) : [];
	for (const label of labels) label.addEventListener("click", focus);

	function focus() {
		frame.focus();
		channel.post({ kind: "focus" });
	}

	return {
		post: channel.post,
		focus,
		/** @param {Record<string, any>} changed */
		update(changed) {
			current = changed;
			stacked = isNarrow(home, current);
			setUp();
		},
		/**
		 * @param {"confirm" | "method"} what
		 * @param {object} params
		 * @returns {Promise<import("./api.js").Outcome>}
		 */
		ask(what, params) {
			asked += 1;
			const id = asked;
			return new Promise((resolve) => {
				waiting.set(id, resolve);
				appeared.then((there) => {
					if (there) channel.post({ kind: "ask", id, what, params });
					else giveUp();
				});
			});
		},
		close() {
			window.clearTimeout(alarm);
			width.disconnect();
			for (const label of labels) label.removeEventListener("click", focus);
			channel.close();
			settle(false);
			giveUp();
		},
	};
}

/**
 * @param {string} address
 * @param {string} nonce
 */
function cardFrame(address, nonce) {
	framesMade += 1;
	const frame = document.createElement("iframe");
	frame.name = `__privateStripeFrame${framesMade}`;
	frame.title = "Secure card payment input frame";
	frame.src = frameAddress(address, nonce);
	// Without the scheme of its document a frame is painted opaque, a white box on a dark page.
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
 * @param {Element} home
 * @param {Record<string, any>} options
 */
function isNarrow(home, options) {
	const size = /^([\d.]+)px$/.exec(options.style?.base?.fontSize ?? "")?.[1];
	const style = getComputedStyle(home);
	const room = home.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	const extra = options.hidePostalCode ? 0 : 4;
	return room > 0 && room < (STACK_BELOW_EM + extra) * Number(size ?? 16);
}
