/** The bank's page: reports the cardholder's choice to the API and notifies the shop's page. */
import { callApi, intentIdOf } from "./api.js";
import { openChannelToPage } from "./channel.js";

const query = new URLSearchParams(location.search);
const clientSecret = query.get("client_secret") ?? "";
const id = intentIdOf(clientSecret);
const credentials = { key: query.get("key"), client_secret: clientSecret };
const buttons = [...document.querySelectorAll("button")];
const amount = /** @type {HTMLElement} */ (document.getElementById("amount"));
const errorText = /** @type {HTMLElement} */ (document.getElementById("error"));

const channel = openChannelToPage(({ kind }) => {
	if (kind === "fail") void report("fail");
});

/** @param {string} outcome complete or fail */
async function report(outcome) {
	if (buttons.some(({ disabled }) => disabled)) return;
	errorText.textContent = "";
	setDisabled(true);
	const { error } = await callApi(location.origin, "POST", "/v1/3ds2/authenticate", {
		...credentials,
		payment_intent: id,
		outcome,
	});
	// Any response, an error too, ends the challenge; only a failed connection can be retried.
	if (error?.type !== "api_connection_error") return channel.post({ kind: "done" });
	errorText.textContent = "The bank could not be reached. Please try again.";
	setDisabled(false);
}

/** @param {boolean} disabled */
function setDisabled(disabled) {
	for (const button of buttons) button.disabled = disabled;
}

async function showAmount() {
	const { object } = await callApi(
		location.origin,
		"GET",
		`/v1/payment_intents/${id}`,
		credentials,
	);
	if (!object) return;
	const currency = object.currency.toUpperCase();
	const text = new Intl.NumberFormat("en-US", { style: "currency", currency });
	amount.textContent = `A payment of ${text.format(object.amount / 100)}.`;
}

for (const button of buttons) button.addEventListener("click", () => void report(button.value));
document.addEventListener("keydown", (event) => {
	if (event.key === "Escape") void report("fail");
});
// A press before this script had run would do nothing.
setDisabled(false);
buttons[0].focus();
channel.post({ kind: "loaded" });
void showAmount();
