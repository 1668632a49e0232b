import { callApi, intentIdOf } from "./api.js";
import { openChannelToPage } from "./channel.js";

/** The bank's page: asks, reports the answer to the API, and tells the shop's page it is done. */

const query = new URLSearchParams(location.search);
const clientSecret = query.get("client_secret") ?? "";
const id = intentIdOf(clientSecret);
const who = { key: query.get("key"), client_secret: clientSecret };
const buttons = [...document.querySelectorAll("button")];
const amount = /** @type {HTMLElement} */ (document.getElementById("amount"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

const channel = openChannelToPage(({ kind }) => {
	if (kind === "fail") void report("fail");
});

/** @param {string} outcome complete or fail */
async function report(outcome) {
	if (buttons.some(({ disabled }) => disabled)) return;
	trouble.textContent = "";
	setDisabled(true);
	const { error } = await callApi(location.origin, "POST", "/v1/3ds2/authenticate", {
		...who,
		payment_intent: id,
		outcome,
	});
	// Any answer, a refusal too, settles the matter; only silence can be tried again.
	if (error?.type !== "api_connection_error") return channel.post({ kind: "done" });
	trouble.textContent = "The bank could not be reached. Please try again.";
	setDisabled(false);
}

/** @param {boolean} disabled */
function setDisabled(disabled) {
	for (const button of buttons) button.disabled = disabled;
}

async function showAmount() {
	const { object } = await callApi(location.origin, "GET", `/v1/payment_intents/${id}`, who);
	if (!object) return;
	const currency = object.currency.toUpperCase();
	const text = new Intl.NumberFormat("en-US", { style: "currency", currency });
	amount.textContent = `A payment of ${text.format(object.amount / 100)}.`;
}

for (const button of buttons) button.addEventListener("click", () => void report(button.value));
document.addEventListener("keydown", (event) => {
	if (event.key === "Escape") void report("fail");
});
buttons[0].focus();
channel.post({ kind: "hello" });
void showAmount();
