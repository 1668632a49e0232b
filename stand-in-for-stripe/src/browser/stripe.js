import { callApi, intentIdOf } from "./api.js";
import { createCardElement, integrationError } from "./card-element.js";
import { showChallenge } from "./challenge-dialog.js";

/** The release train that @stripe/stripe-js expects; it warns about any other. */
const VERSION = "endive";

const ORIGIN = new URL(ownScript()?.src ?? window.location.href).origin;

/** @typedef {ReturnType<typeof createCardElement>} CardElement */
/** @typedef {{ paymentIntent?: any, error?: import("./api.js").StripeError }} IntentResult */

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
		elements: () => createElements(key),
		/** @param {any} clientSecret @param {any} [data] @param {any} [options] */
		confirmCardPayment: (clientSecret, data, options) =>
			confirmCardPayment(key, clientSecret, data ?? {}, options ?? {}),
		/** @param {any} details */
		createPaymentMethod: (details) => createPaymentMethod(key, details),
		/** @param {any} clientSecret */
		retrievePaymentIntent: (clientSecret) =>
			retrieve(key, clientSecret, "stripe.retrievePaymentIntent"),
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

/** Stripe.js: The Elements object. @param {string} key */
function createElements(key) {
	/** @type {CardElement | null} */
	let card = null;
	const elements = {
		/** @param {string} type @param {object} [options] */
		create(type, options) {
			if (type !== "card") {
				throw integrationError(`The local stand-in has the card Element only, not ${type}.`);
			}
			if (card) {
				throw integrationError(
					"Can only create one Element of type card through the same Elements instance.",
				);
			}
			card = createCardElement(ORIGIN, key, options ?? {}, () => {
				card = null;
			});
			return card;
		},
		/** @param {string | { __elementType?: string }} type */
		getElement: (type) =>
			(typeof type === "string" ? type : type?.__elementType) === "card" ? card : null,
		update: async () => {},
		fetchUpdates: async () => ({}),
		submit: async () => ({}),
		on: () => elements,
		off: () => elements,
	};
	return elements;
}

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
	const outcome = isCard(method?.card)
		? await method.card._request("confirm", { path, common, billing: method.billing_details })
		: await callApi(ORIGIN, "POST", path, { ...common, ...withoutElement(method) });
	if (outcome.error) return { error: outcome.error };
	if (outcome.object.status !== "requires_action" || options.handleActions === false) {
		return { paymentIntent: outcome.object };
	}
	return authenticate(key, clientSecret);
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
	const card = details.card ?? details.elements?.getElement("card");
	const billing = details.billing_details ?? details.params?.billing_details;
	if (!isCard(card)) {
		throw integrationError("stripe.createPaymentMethod needs a card Element here.");
	}
	const outcome = await card._request("method", { common: { key }, billing });
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
	const found = await retrieve(key, clientSecret, caller);
	if (found.error) return found;
	if (found.paymentIntent.status !== "requires_action") {
		const message = `${caller}: The PaymentIntent supplied is not in the requires_action state.`;
		return {
			error: { type: "invalid_request_error", message, payment_intent: found.paymentIntent },
		};
	}
	return authenticate(key, clientSecret);
}

/**
 * @param {string} key
 * @param {any} clientSecret
 * @returns {Promise<IntentResult>}
 */
async function authenticate(key, clientSecret) {
	const loadError = await showChallenge(ORIGIN, key, clientSecret);
	if (loadError) return { error: loadError };
	const { error, paymentIntent } = await retrieve(key, clientSecret, "stripe.confirmCardPayment");
	if (error) return { error };
	if (paymentIntent.status === "requires_payment_method") {
		return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
	}
	if (paymentIntent.status === "canceled") {
		const message = "You cannot confirm this PaymentIntent because it has a status of canceled.";
		const code = "payment_intent_unexpected_state";
		return {
			error: { type: "invalid_request_error", code, message, payment_intent: paymentIntent },
		};
	}
	return { paymentIntent };
}

/**
 * Stripe.js: stripe.retrievePaymentIntent.
 * @param {string} key
 * @param {unknown} clientSecret
 * @param {string} caller
 * @returns {Promise<IntentResult>}
 */
async function retrieve(key, clientSecret, caller) {
	const path = `/v1/payment_intents/${idFrom(clientSecret, caller)}`;
	const outcome = await callApi(ORIGIN, "GET", path, { key, client_secret: clientSecret });
	return outcome.error ? { error: outcome.error } : { paymentIntent: outcome.object };
}

/**
 * @param {unknown} clientSecret
 * @param {string} caller
 */
function idFrom(clientSecret, caller) {
	const id = intentIdOf(clientSecret);
	if (id) return id;
	throw integrationError(
		`Invalid value for ${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
	);
}

/** @param {any} card */
function isCard(card) {
	return card?._elementType === "card";
}

/** The script element that loaded this script from the stand-in. @returns {HTMLScriptElement | null} */
function ownScript() {
	const current = document.currentScript;
	if (current instanceof HTMLScriptElement && current.src) return current;
	return document.querySelector('script[src*="/v3"], script[src$="/stripe.js"]');
}

if (!("Stripe" in window)) Object.assign(window, { Stripe });
