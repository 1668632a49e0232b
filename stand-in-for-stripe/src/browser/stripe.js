/** Stripe.js: the functions that the shop's page calls. */
import { callApi } from "./api.js";
import { confirmPayment, handleNextAction, idFrom, retrieve } from "./confirm-payment.js";
import { integrationError } from "./element.js";
import { createElements } from "./elements.js";

/** The release train that @stripe/stripe-js expects; it warns about any other. */
const VERSION = "endive";

const ORIGIN = new URL(ownScript()?.src ?? window.location.href).origin;

/** @typedef {import("./confirm-payment.js").IntentResult} IntentResult */

/**
 * `Stripe(publishableKey)`. Throws an IntegrationError if the key is not publishable, as Stripe.js does.
 *
 * Stripe.js: Initializing Stripe.js.
 * @param {string} key
 */
function Stripe(key) {
	if (typeof key !== "string" || !key.startsWith("pk_")) {
		throw integrationError("Please call Stripe() with your publishable key.");
	}
	return {
		_apiKey: key,
		_registerWrapper() {},
		registerAppInfo() {},
		/** @param {Record<string, any>} [options] */
		elements: (options) => createElements(ORIGIN, key, options ?? {}),
		/** @param {any} details */
		confirmPayment: (details) => confirmPayment(ORIGIN, key, details),
		/** @param {any} clientSecret @param {any} [data] @param {any} [options] */
		confirmCardPayment: (clientSecret, data, options) =>
			confirmCardPayment(key, clientSecret, data ?? {}, options ?? {}),
		/** @param {any} details */
		createPaymentMethod: (details) => createPaymentMethod(key, details),
		/** @param {any} clientSecret */
		retrievePaymentIntent: (clientSecret) =>
			retrieve(ORIGIN, key, clientSecret, "stripe.retrievePaymentIntent"),
		/** @param {{ clientSecret: any }} details */
		handleNextAction: ({ clientSecret }) =>
			handleAction(key, clientSecret, "stripe.handleNextAction"),
		/** @param {any} clientSecret */
		handleCardAction: (clientSecret) => handleAction(key, clientSecret, "stripe.handleCardAction"),
		createToken: async () => ({
			error: {
				type: "invalid_request_error",
				message: "The local stand-in makes payment methods, not tokens.",
			},
		}),
	};
}
Stripe.version = VERSION;

/**
 * Confirms a payment with the card in an element or with a payment method, and shows the bank's page if
 * authentication is required.
 *
 * Stripe.js: stripe.confirmCardPayment.
 * @param {string} key
 * @param {unknown} clientSecret
 * @param {any} data
 * @param {any} options
 * @returns {Promise<IntentResult>}
 */
async function confirmCardPayment(key, clientSecret, data, options) {
	const id = idFrom(clientSecret, "stripe.confirmCardPayment");
	const method = data.payment_method;
	const path = `/v1/payment_intents/${id}/confirm`;
	const common = {
		expected_payment_method_type: "card",
		use_stripe_sdk: true,
		receipt_email: data.receipt_email,
		return_url: data.return_url,
		key,
		client_secret: clientSecret,
	};
	const outcome = isElement(method?.card, "card")
		? await method.card._request("confirm", { path, common, billing: method.billing_details })
		: await callApi(ORIGIN, "POST", path, { ...common, ...withoutElement(method) });
	if (outcome.error) return { error: outcome.error };
	if (options.handleActions === false) return { paymentIntent: outcome.object };
	return handleNextAction(ORIGIN, key, clientSecret, outcome.object);
}

/** @param {any} method an id, or card data with a test token instead of an element */
function withoutElement(method) {
	if (typeof method === "string") return { payment_method: method };
	if (!method) return {};
	const { billing_details, card } = method;
	return { payment_method_data: { type: "card", card, billing_details } };
}

/**
 * Stripe.js: stripe.createPaymentMethod, with `{type, card}` or with `{elements, params}`.
 * @param {string} key
 * @param {any} details
 */
async function createPaymentMethod(key, details) {
	const element =
		details.card ?? details.elements?.getElement("payment") ?? details.elements?.getElement("card");
	const billing = details.billing_details ?? details.params?.billing_details;
	if (!isElement(element, "card") && !isElement(element, "payment")) {
		throw integrationError("stripe.createPaymentMethod needs an Element here.");
	}
	const outcome = await element._request("method", { common: { key }, billing });
	return outcome.error ? { error: outcome.error } : { paymentMethod: outcome.object };
}

/**
 * Stripe.js: stripe.handleNextAction, stripe.handleCardAction.
 * @param {string} key
 * @param {unknown} clientSecret
 * @param {string} caller
 * @returns {Promise<IntentResult>}
 */
async function handleAction(key, clientSecret, caller) {
	const found = await retrieve(ORIGIN, key, clientSecret, caller);
	if (found.error) return found;
	if (found.paymentIntent.status !== "requires_action") {
		const message = `${caller}: The PaymentIntent supplied is not in the requires_action state.`;
		return {
			error: { type: "invalid_request_error", message, payment_intent: found.paymentIntent },
		};
	}
	return handleNextAction(ORIGIN, key, clientSecret, found.paymentIntent);
}

/**
 * @param {any} element
 * @param {string} type
 */
function isElement(element, type) {
	return element?._elementType === type;
}

/** The script element that loaded this script from the stand-in. @returns {HTMLScriptElement | null} */
function ownScript() {
	const current = document.currentScript;
	if (current instanceof HTMLScriptElement && current.src) return current;
	return document.querySelector('script[src*="/v3"], script[src$="/stripe.js"]');
}

if (!("Stripe" in window)) Object.assign(window, { Stripe });
