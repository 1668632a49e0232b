/** The endpoints for payments. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { price } from "../../values/money.ts";

export const createPaymentIntentEndpoint = endpoint({
	method: "POST",
	path: "/create-payment-intent",
	access: "buyer",
	summary: "Returns the client secret to pay your order with Stripe",
	body: v.object({ orderId: id, totalPrice: v.optional(price()) }),
	reply: v.object({ clientSecret: v.string() }),
	errors: [
		"not_found",
		"already_paid",
		"payment_processing",
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
	access: "stripe",
	summary: "Receives Stripe's signed webhook events",
	reply: v.object({ received: v.boolean() }),
	errors: [
		"malformed",
		"request_timeout",
		"too_large",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});
