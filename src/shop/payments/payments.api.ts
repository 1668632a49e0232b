/** The calls on payments. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { dollars, id } from "../values.ts";

export const createPaymentIntentEndpoint = endpoint({
	method: "POST",
	path: "/create-payment-intent",
	who: "user",
	summary: "The secret with which the browser pays one's order at Stripe",
	body: v.object({ orderId: id, totalPrice: v.optional(dollars()) }),
	reply: v.object({ clientSecret: v.string() }),
	refuses: [
		"not_found",
		"already_paid",
		"order_closed",
		"price_changed",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});

export const stripeWebhookEndpoint = endpoint({
	method: "POST",
	path: "/stripe/webhook",
	who: "stripe",
	summary: "Stripe's events, signed by Stripe",
	reply: v.object({ received: v.boolean() }),
	refuses: [
		"malformed",
		"request_timeout",
		"too_large",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});
