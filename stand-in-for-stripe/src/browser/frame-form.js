/** The form in a frame: its messages to and from the shop's page, and what it sends to the API. */
import { callApi } from "./api.js";
import { openChannelToPage } from "./channel.js";

/**
 * The form in a frame: it answers the page's messages, and posts its height, its focus and its changes.
 * @param {HTMLFormElement} form
 * @param {object} handlers
 * @param {(message: import("./channel.js").Message) => void} handlers.setUp
 * @param {() => void} handlers.focus focuses a field
 * @param {() => void} handlers.clear
 * @param {(action: string, params: any) => Promise<import("./api.js").Outcome>} handlers.respond
 */
export function openFrameForm(form, { setUp, focus, clear, respond }) {
	let focused = false;
	let lastChange = "";

	const channel = openChannelToPage((message) => {
		switch (message.kind) {
			case "setup":
				return setUp(message);
			case "focus":
				return focus();
			case "blur":
				if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
				return;
			case "clear":
				return clear();
			case "request":
				return void postResponse(message);
		}
	});

	/** @param {import("./channel.js").Message} message */
	async function postResponse({ id, action, params }) {
		channel.post({ kind: "response", id, outcome: await respond(action, params) });
	}

	/** The element has the focus while anything in it has. */
	function postFocus() {
		const now = document.hasFocus() && document.activeElement !== document.body;
		if (now === focused) return;
		focused = now;
		channel.post({ kind: now ? "focus" : "blur" });
	}

	function postHeight() {
		channel.post({ kind: "height", height: Math.ceil(form.getBoundingClientRect().height) });
	}

	form.addEventListener("submit", (event) => {
		event.preventDefault();
		channel.post({ kind: "submit" });
	});
	document.addEventListener("focusin", postFocus);
	document.addEventListener("focusout", () => setTimeout(postFocus));
	document.addEventListener("keydown", (event) => {
		if (event.key === "Escape") channel.post({ kind: "escape" });
	});

	return {
		/** Tells the page that the form can be set up. */
		start() {
			new ResizeObserver(postHeight).observe(form);
			channel.post({ kind: "loaded" });
		},
		/** Tells the page that the form is set up, with the state in which it starts. @param {object} detail */
		ready(detail) {
			lastChange = JSON.stringify(detail);
			channel.post({ kind: "ready" });
		},
		postHeight,
		/** Notifies the page of a state, unless it is the last one. @param {object} detail */
		postChange(detail) {
			const text = JSON.stringify(detail);
			if (text === lastChange) return;
			lastChange = text;
			channel.post({ kind: "change", detail });
		},
	};
}

/**
 * Confirms the intent with a payment method's data, or creates the payment method.
 * @param {string} action confirm or method
 * @param {any} params
 * @param {object} data
 */
export function sendMethod(action, { path, common }, data) {
	return action === "confirm"
		? callApi(location.origin, "POST", path, { ...common, payment_method_data: data })
		: callApi(location.origin, "POST", "/v1/payment_methods", { ...common, ...data });
}
