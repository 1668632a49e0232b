/** Calls Stripe's API as a browser does: with the publishable key, form-encoded. */

/** @typedef {{ type: string, message: string, code?: string, payment_intent?: object, [more: string]: unknown }} StripeError */
/** @typedef {{ error: StripeError, object?: undefined } | { object: any, error?: undefined }} Outcome */

/** The message of a connection error. Stripe.js: Error handling. */
export const UNREACHABLE =
	"We are experiencing issues connecting to our payments provider. You have not been charged. Please check your connection and try again.";

/** @returns {StripeError} */
export function connectionError() {
	return { type: "api_connection_error", message: UNREACHABLE };
}

/**
 * Makes one call. Never rejects.
 * @param {string} origin the stand-in's origin
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {object} params nested, as in Stripe's reference; null and undefined values are omitted
 * @returns {Promise<Outcome>}
 */
export async function callApi(origin, method, path, params) {
	const form = new URLSearchParams(pairs(params, ""));
	const url = `${origin}${path}${method === "GET" ? `?${form}` : ""}`;
	try {
		const response = await fetch(url, method === "GET" ? {} : { method, body: form });
		const body = await response.json();
		return body.error ? { error: body.error } : { object: body };
	} catch {
		return { error: connectionError() };
	}
}

/**
 * The id in a client secret, or undefined if it is invalid.
 * @param {unknown} clientSecret
 */
export function intentIdOf(clientSecret) {
	return typeof clientSecret === "string"
		? /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1]
		: undefined;
}

/**
 * @param {object} group
 * @param {string} prefix
 * @returns {[string, string][]}
 */
function pairs(group, prefix) {
	return Object.entries(group).flatMap(([name, value]) => {
		const path = prefix ? `${prefix}[${name}]` : name;
		if (value === undefined || value === null) return [];
		if (typeof value === "object") return pairs(value, path);
		/** @type {[string, string][]} */
		const single = [[path, String(value)]];
		return single;
	});
}
