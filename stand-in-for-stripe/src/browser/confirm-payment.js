/** Confirms a payment in the shop's page, and does what the intent requires next. */
import { callApi, intentIdOf } from "./api.js";
import { showChallenge } from "./challenge-dialog.js";
import { integrationError } from "./element.js";

/** @typedef {{ paymentIntent?: any, error?: import("./api.js").StripeError }} IntentResult */

/**
 * Confirms a payment with what the customer chose in the Payment Element. Redirects to `return_url` after
 * it, with `redirect: "if_required"` only if the payment method needs it; it doesn't resolve then.
 *
 * Stripe.js: stripe.confirmPayment.
 * @param {string} origin the stand-in's origin
 * @param {string} key
 * @param {any} details
 * @returns {Promise<IntentResult>}
 */
export async function confirmPayment(origin, key, details) {
	const { elements, confirmParams = {}, redirect = "always" } = details;
	const clientSecret = details.clientSecret ?? elements?._clientSecret;
	const id = idFrom(clientSecret, "stripe.confirmPayment");
	if (redirect !== "if_required" && !confirmParams.return_url) {
		throw integrationError(
			"stripe.confirmPayment(): the `confirmParams.return_url` argument is required unless `redirect` is `if_required`.",
		);
	}
	const path = `/v1/payment_intents/${id}/confirm`;
	const { payment_method, payment_method_data, receipt_email, return_url } = confirmParams;
	const common = {
		use_stripe_sdk: true,
		receipt_email,
		return_url,
		key,
		client_secret: clientSecret,
	};
	const { error, object } = elements
		? await paymentElementOf(elements)._request("confirm", {
				path,
				common,
				billing: payment_method_data?.billing_details,
			})
		: await callApi(origin, "POST", path, { ...common, payment_method, payment_method_data });
	if (error) return { error };
	const result = await handleNextAction(origin, key, clientSecret, object);
	if (result.error || redirect === "if_required") return result;
	return leave(returnUrl(return_url, result.paymentIntent));
}

/**
 * Does what the intent requires of the customer: 3-D Secure in a dialog, or a page elsewhere.
 * @param {string} origin
 * @param {string} key
 * @param {any} clientSecret
 * @param {any} intent
 * @returns {Promise<IntentResult>}
 */
export async function handleNextAction(origin, key, clientSecret, intent) {
	if (intent.status !== "requires_action") return { paymentIntent: intent };
	const { redirect_to_url } = intent.next_action;
	if (redirect_to_url) return leave(redirect_to_url.url);
	return authenticate(origin, key, clientSecret);
}

/**
 * @param {string} origin
 * @param {string} key
 * @param {any} clientSecret
 * @returns {Promise<IntentResult>}
 */
async function authenticate(origin, key, clientSecret) {
	const loadError = await showChallenge(origin, key, clientSecret);
	if (loadError) return { error: loadError };
	const { error, paymentIntent } = await retrieve(
		origin,
		key,
		clientSecret,
		"stripe.confirmCardPayment",
	);
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
 * @param {string} origin
 * @param {string} key
 * @param {unknown} clientSecret
 * @param {string} caller
 * @returns {Promise<IntentResult>}
 */
export async function retrieve(origin, key, clientSecret, caller) {
	const path = `/v1/payment_intents/${idFrom(clientSecret, caller)}`;
	const outcome = await callApi(origin, "GET", path, { key, client_secret: clientSecret });
	return outcome.error ? { error: outcome.error } : { paymentIntent: outcome.object };
}

/**
 * @param {unknown} clientSecret
 * @param {string} caller
 */
export function idFrom(clientSecret, caller) {
	const id = intentIdOf(clientSecret);
	if (id) return id;
	throw integrationError(
		`Invalid value for ${caller} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
	);
}

/** @param {any} elements */
function paymentElementOf(elements) {
	const element = elements.getElement("payment");
	if (element) return element;
	throw integrationError(
		"Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.",
	);
}

/**
 * The page to return to, with what Stripe adds. Stripe docs: Accept a payment, Redirect.
 * @param {string} url
 * @param {any} intent
 */
function returnUrl(url, intent) {
	const target = new URL(url, window.location.href);
	target.searchParams.set("payment_intent", intent.id);
	target.searchParams.set("payment_intent_client_secret", intent.client_secret);
	target.searchParams.set(
		"redirect_status",
		intent.status === "succeeded" ? "succeeded" : "pending",
	);
	return target.href;
}

/** Leaves the page. The promise never resolves. @param {string} url @returns {Promise<never>} */
function leave(url) {
	window.location.assign(url);
	return new Promise(() => {});
}
