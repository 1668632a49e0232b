import { callApi } from "./api.js";
import {
	applyOptions,
	clearFields,
	firstField,
	readCard,
	readState,
	validateFields,
	watchFields,
} from "./card-fields.js";
import { applyStyle } from "./card-style.js";
import { openChannelToPage } from "./channel.js";

/** The card form in its frame: it exchanges messages with the shop's page and calls the API. */

const form = /** @type {HTMLFormElement} */ (document.getElementById("card"));
let focused = false;
let lastChange = "";

const channel = openChannelToPage((message) => {
	switch (message.kind) {
		case "setup":
			return setUp(message.options, message.stacked, message.key);
		case "focus":
			return firstField().focus();
		case "blur":
			if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
			return;
		case "clear":
			clearFields();
			return postChange();
		case "request":
			return void respond(message.id, message.action, message.params);
	}
});

/**
 * @param {Record<string, any>} options
 * @param {boolean} stacked
 * @param {string} key
 */
function setUp(options, stacked, key) {
	const first = form.hidden;
	applyStyle(options.style ?? {});
	applyOptions(options);
	form.classList.toggle("stacked", stacked);
	form.hidden = false;
	postHeight();
	if (first && key) channel.post({ kind: "ready" });
	else postChange();
}

/**
 * @param {number} id
 * @param {"confirm" | "method"} action
 * @param {any} params
 */
async function respond(id, action, params) {
	channel.post({ kind: "response", id, outcome: await pay(action, params) });
}

/**
 * @param {"confirm" | "method"} action
 * @param {any} params
 */
async function pay(action, { path, common, billing }) {
	const error = validateFields();
	postChange();
	if (error) return { error };
	const { card, postalCode } = readCard();
	const address = { postal_code: postalCode, ...billing?.address };
	const data = { type: "card", card, billing_details: { ...billing, address } };
	return action === "confirm"
		? callApi(location.origin, "POST", path, { ...common, payment_method_data: data })
		: callApi(location.origin, "POST", "/v1/payment_methods", { ...common, ...data });
}

function postChange() {
	const detail = readState();
	const text = JSON.stringify(detail);
	if (text === lastChange) return;
	lastChange = text;
	channel.post({ kind: "change", detail });
}

function postHeight() {
	channel.post({ kind: "height", height: Math.ceil(form.getBoundingClientRect().height) });
}

/** The element has the focus while any field has it. */
function postFocus() {
	const now = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
	if (now === focused) return;
	focused = now;
	channel.post({ kind: now ? "focus" : "blur" });
}

lastChange = JSON.stringify(readState());
watchFields(postChange);
form.addEventListener("submit", (event) => {
	event.preventDefault();
	channel.post({ kind: "submit" });
});
document.addEventListener("focusin", postFocus);
document.addEventListener("focusout", () => setTimeout(postFocus));
document.addEventListener("keydown", (event) => {
	if (event.key === "Escape") channel.post({ kind: "escape" });
});
new ResizeObserver(postHeight).observe(form);
channel.post({ kind: "loaded" });
