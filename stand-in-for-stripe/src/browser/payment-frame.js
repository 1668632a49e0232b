/** The Payment Element in its frame. */
import {
	applyOptions,
	clearFields,
	firstField,
	readCard,
	readState,
	validateFields,
	watchFields,
} from "./card-fields.js";
import { openFrameForm, sendMethod } from "./frame-form.js";
import { METHODS, methodParams, methodsToOffer } from "./payment-methods.js";

/** The variables of an appearance, and those of the style sheet. Stripe docs: The Appearance API. */
const VARIABLES = {
	colorPrimary: "--primary",
	colorBackground: "--surface",
	colorText: "--text",
	colorTextSecondary: "--muted",
	colorTextPlaceholder: "--muted",
	colorDanger: "--danger",
	fontFamily: "--font",
	fontSizeBase: "--size",
	borderRadius: "--radius",
	spacingUnit: "--unit",
};

const form = /** @type {HTMLFormElement} */ (document.getElementById("card"));
const methods = /** @type {HTMLElement} */ (document.getElementById("methods"));
const fieldError = /** @type {HTMLElement} */ (document.getElementById("field-error"));
const outcome = /** @type {HTMLSelectElement} */ (form.elements.namedItem("outcome"));
/** @type {Record<string, any>} */
let options = {};
/** The methods on offer. @type {string[]} */
let offered = [];
let chosen = "";
let isReady = false;

const frame = openFrameForm(form, {
	setUp,
	focus: focusFirst,
	clear() {
		clearFields();
		showState();
	},
	respond: pay,
});

/** @param {import("./channel.js").Message} message */
function setUp(message) {
	options = message.options;
	applyAppearance(message.appearance);
	applyOptions({
		disabled: options.readOnly,
		hideIcon: true,
		hidePostalCode: !asksForPostalCode(),
		value: { postalCode: options.defaultValues?.billingDetails?.address?.postal_code },
	});
	offer(methodsToOffer(message.types, options, navigator.vendor.startsWith("Apple")));
	form.hidden = false;
	frame.postHeight();
	if (isReady) return showState();
	isReady = true;
	frame.ready(changeDetail());
}

/** @param {{ theme?: string, variables?: Record<string, unknown> }} appearance */
function applyAppearance({ theme, variables = {} }) {
	const root = document.documentElement;
	root.dataset.theme = theme ?? "stripe";
	for (const [name, property] of Object.entries(VARIABLES)) {
		const value = variables[name];
		// Set as a value, so that an appearance can't inject other rules.
		if (typeof value === "string") root.style.setProperty(property, value);
	}
}

/** Stripe.js: The Payment Element, option fields. */
function asksForPostalCode() {
	const details = options.fields?.billingDetails;
	const address = typeof details === "object" ? details.address : details;
	return (typeof address === "object" ? address.postalCode : address) !== "never";
}

/** @param {string[]} names */
function offer(names) {
	if (names.join() === offered.join()) return;
	offered = names;
	for (const label of methods.querySelectorAll("label")) label.remove();
	for (const name of names) methods.append(radio(name));
	methods.hidden = names.length < 2;
	choose(names.includes(chosen) ? chosen : names[0]);
}

/** @param {string} name */
function radio(name) {
	const label = document.createElement("label");
	label.className = "method";
	const input = document.createElement("input");
	Object.assign(input, { type: "radio", name: "method", value: name });
	input.addEventListener("change", () => choose(name));
	label.append(input, METHODS[name].label);
	return label;
}

/** @param {string} name */
function choose(name) {
	chosen = name;
	const input = methods.querySelector(`input[value="${name}"]`);
	if (input instanceof HTMLInputElement) input.checked = true;
	for (const panel of ["card", "wallet", "redirect", "debit"]) {
		const element = document.getElementById(`${panel}-panel`);
		if (element) element.hidden = METHODS[name].panel !== panel;
	}
	showState();
}

/**
 * @param {string} action confirm, method or submit
 * @param {any} params
 */
async function pay(action, params) {
	const error = chosen === "card" ? validateFields() : undefined;
	showState();
	if (error) return { error };
	if (action === "submit") return { object: { selectedPaymentMethod: chosen } };
	return sendMethod(action, params, methodData(params.billing));
}

/** @param {any} billing */
function methodData(billing) {
	const defaults = options.defaultValues?.billingDetails;
	const { card, postalCode } = readCard();
	const typed = chosen === "card" ? { postal_code: postalCode } : {};
	const address = { ...defaults?.address, ...typed, ...billing?.address };
	const billing_details = { ...defaults, ...billing, address };
	const value = /** @type {"succeeded" | "declined" | "challenge"} */ (outcome.value);
	const method = chosen === "card" ? { type: "card", card } : methodParams(chosen, value);
	return { ...method, billing_details };
}

/** The detail of the change event. Stripe.js: The Payment Element's change event. */
function changeDetail() {
	const { complete, empty } = readState();
	const isCard = chosen === "card";
	return {
		complete: !isCard || complete,
		empty: isCard && empty,
		collapsed: false,
		value: { type: chosen },
	};
}

/** Shows the first error of the card's fields, and notifies the page of a change. */
function showState() {
	fieldError.textContent = readState().error?.message ?? "";
	if (isReady) frame.postChange(changeDetail());
}

function focusFirst() {
	if (chosen === "card") return firstField().focus();
	const input = methods.querySelector("input:checked");
	if (input instanceof HTMLElement) input.focus();
}

watchFields(showState);
frame.start();
