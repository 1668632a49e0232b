import { callApi } from "./api.js";
import {
	applyOptions,
	clearFields,
	firstField,
	readCard,
	readState,
	refuseUnfinished,
	watchFields,
} from "./card-fields.js";
import { applyStyle } from "./card-style.js";
import { openChannelToPage } from "./channel.js";

/** The card form in its frame: it speaks with the shop's page, and alone with the API. */

const form = /** @type {HTMLFormElement} */ (document.getElementById("card"));
let focused = false;
let told = "";

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
			return tellChange();
		case "ask":
			return void answer(message.id, message.what, message.params);
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
	tellHeight();
	if (first && key) channel.post({ kind: "ready" });
	else tellChange();
}

/**
 * @param {number} id
 * @param {"confirm" | "method"} what
 * @param {any} params
 */
async function answer(id, what, params) {
	channel.post({ kind: "answer", id, outcome: await pay(what, params) });
}

/**
 * @param {"confirm" | "method"} what
 * @param {any} params
 */
async function pay(what, { path, common, billing }) {
	const error = refuseUnfinished();
	tellChange();
	if (error) return { error };
	const { card, postalCode } = readCard();
	const address = { postal_code: postalCode, ...billing?.address };
	const data = { type: "card", card, billing_details: { ...billing, address } };
	return what === "confirm"
		? callApi(location.origin, "POST", path, { ...common, payment_method_data: data })
		: callApi(location.origin, "POST", "/v1/payment_methods", { ...common, ...data });
}

function tellChange() {
	const detail = readState();
	const text = JSON.stringify(detail);
	if (text === told) return;
	told = text;
	channel.post({ kind: "change", detail });
}

function tellHeight() {
	channel.post({ kind: "height", height: Math.ceil(form.getBoundingClientRect().height) });
}

/** The element has the focus as long as any field has. */
function tellFocus() {
	const now = document.hasFocus() && document.activeElement instanceof HTMLInputElement;
	if (now === focused) return;
	focused = now;
	channel.post({ kind: now ? "focus" : "blur" });
}

told = JSON.stringify(readState());
watchFields(tellChange);
form.addEventListener("submit", (event) => {
	event.preventDefault();
	channel.post({ kind: "submit" });
});
document.addEventListener("focusin", tellFocus);
document.addEventListener("focusout", () => setTimeout(tellFocus));
document.addEventListener("keydown", (event) => {
	if (event.key === "Escape") channel.post({ kind: "escape" });
});
new ResizeObserver(tellHeight).observe(form);
channel.post({ kind: "hello" });
