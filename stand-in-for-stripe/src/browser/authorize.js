/** The page of a payment method that redirects: it reports the customer's choice to the API and returns. */
import { callApi } from "./api.js";

const query = new URLSearchParams(location.search);
const id = query.get("payment_intent") ?? "";
const credentials = { key: query.get("key"), client_secret: query.get("client_secret") };
const buttons = [...document.querySelectorAll("button")];
const amount = /** @type {HTMLElement} */ (document.getElementById("amount"));
const errorText = /** @type {HTMLElement} */ (document.getElementById("error"));

/** Where to return to, once the intent is known. */
let returnUrl = "";

/** @param {string} outcome complete or fail */
async function report(outcome) {
	if (buttons.some(({ disabled }) => disabled)) return;
	errorText.textContent = "";
	setDisabled(true);
	const { error, object } = await callApi(location.origin, "POST", "/v1/3ds2/authenticate", {
		...credentials,
		payment_intent: id,
		outcome,
	});
	if (error?.type === "api_connection_error") {
		errorText.textContent = "The payment could not be reached. Please try again.";
		return setDisabled(false);
	}
	leave(object?.status === "succeeded" ? "succeeded" : "failed");
}

/** Returns to the shop. Stripe docs: Accept a payment, Redirect. @param {string} status */
function leave(status) {
	const target = new URL(returnUrl);
	target.searchParams.set("payment_intent", id);
	target.searchParams.set("payment_intent_client_secret", credentials.client_secret ?? "");
	target.searchParams.set("redirect_status", status);
	location.replace(target);
}

/** @param {boolean} disabled */
function setDisabled(disabled) {
	for (const button of buttons) button.disabled = disabled;
}

async function showPayment() {
	setDisabled(true);
	const path = `/v1/payment_intents/${encodeURIComponent(id)}`;
	const { object, error } = await callApi(location.origin, "GET", path, credentials);
	const redirect = object?.next_action?.redirect_to_url;
	if (!redirect) {
		errorText.textContent = error?.message ?? "This payment is not waiting for an approval.";
		return;
	}
	returnUrl = redirect.return_url;
	const currency = object.currency.toUpperCase();
	const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
	const { maximumFractionDigits = 0 } = format.resolvedOptions();
	amount.textContent = `A payment of ${format.format(object.amount / 10 ** maximumFractionDigits)}.`;
	setDisabled(false);
	buttons[0].focus();
}

for (const button of buttons) button.addEventListener("click", () => void report(button.value));
void showPayment();
