import { callApi, intentIdOf } from "./api.js";
import { openCardFrame } from "./card-frame-host.js";
import { createElement, integrationError } from "./element.js";
import { openPaymentFrame } from "./payment-frame-host.js";

/** @typedef {ReturnType<typeof createElement>} StripeElement */

/**
 * The elements of one form. The card element needs nothing, the Payment Element the intent's client secret.
 *
 * Stripe.js: The Elements object; elements.create, getElement, update, fetchUpdates, submit.
 * @param {string} origin the stand-in's origin
 * @param {string} key the publishable key
 * @param {Record<string, any>} options
 */
export function createElements(origin, key, options) {
	const { clientSecret } = options;
	if (clientSecret !== undefined && !intentIdOf(clientSecret)) {
		throw integrationError(
			"Invalid value for elements(): clientSecret should be a client secret, as of a PaymentIntent.",
		);
	}
	/** @type {Partial<Record<"card" | "payment", StripeElement>>} */
	const created = {};
	/** @type {Promise<import("./api.js").Outcome> | undefined} */
	let intent;
	const group = {
		appearance: options.appearance ?? {},
		readIntent() {
			intent ??= callApi(origin, "GET", `/v1/payment_intents/${intentIdOf(clientSecret)}`, {
				key,
				client_secret: clientSecret,
			});
			return intent;
		},
	};

	const elements = {
		_clientSecret: clientSecret,
		/** @param {string} type @param {object} [elementOptions] */
		create(type, elementOptions) {
			if (type !== "card" && type !== "payment") {
				throw integrationError(
					`The local stand-in has the card Element and the Payment Element only, not ${type}.`,
				);
			}
			if (type === "payment" && clientSecret === undefined) {
				throw integrationError(
					"In order to create a payment element, you must pass a clientSecret to stripe.elements(). The local stand-in has no other mode.",
				);
			}
			if (created[type]) {
				throw integrationError(
					`Can only create one Element of type ${type} through the same Elements instance.`,
				);
			}
			const element = createElement(
				type,
				elementOptions ?? {},
				(container, current, onMessage) =>
					type === "card"
						? openCardFrame(origin, key, container, current, onMessage)
						: openPaymentFrame(origin, key, group, container, current, onMessage),
				() => delete created[type],
			);
			created[type] = element;
			return element;
		},
		/** @param {string | { __elementType?: string }} type */
		getElement(type) {
			const name = typeof type === "string" ? type : type?.__elementType;
			return name === "card" || name === "payment" ? (created[name] ?? null) : null;
		},
		/** @param {{ appearance?: object }} changes */
		async update({ appearance }) {
			if (!appearance) return;
			group.appearance = appearance;
			created.payment?._refresh();
		},
		/** Reads the intent again, for example after the shop changed its amount. */
		async fetchUpdates() {
			if (clientSecret === undefined) return {};
			intent = undefined;
			const { error } = await group.readIntent();
			if (error) {
				intent = undefined;
				return { error };
			}
			created.payment?._refresh();
			return {};
		},
		/** Shows the errors of incomplete fields. */
		async submit() {
			if (!created.payment) return {};
			const { error, object } = await created.payment._request("submit", {});
			return error ? { error } : object;
		},
		on: () => elements,
		off: () => elements,
	};
	return elements;
}
