/** The card form in its frame. */
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
import { openFrameForm, sendMethod } from "./frame-form.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("card"));
const frame = openFrameForm(form, {
	setUp,
	focus: () => firstField().focus(),
	clear() {
		clearFields();
		showState();
	},
	respond: pay,
});

/** @param {import("./channel.js").Message} message */
function setUp({ options, stacked, key }) {
	const isFirst = form.hidden;
	applyStyle(options.style ?? {});
	applyOptions(options);
	form.classList.toggle("stacked", stacked);
	form.hidden = false;
	frame.postHeight();
	if (isFirst && key) frame.ready(readState());
	else showState();
}

/**
 * @param {string} action confirm or method
 * @param {any} params
 */
async function pay(action, params) {
	const error = validateFields();
	showState();
	if (error) return { error };
	const { card, postalCode } = readCard();
	const { billing } = params;
	const address = { postal_code: postalCode, ...billing?.address };
	const billing_details = { ...billing, address };
	return sendMethod(action, params, { type: "card", card, billing_details });
}

function showState() {
	frame.postChange(readState());
}

watchFields(showState);
frame.start();
