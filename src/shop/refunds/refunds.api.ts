/** The endpoints for refunds of orders. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { refundReply, refundRequest } from "./refunds.ts";

export const refundLineEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/refund",
	access: "orders",
	status: 201,
	summary:
		"Refunds a paid order in full or in part, and can return its pieces to the stock. While Stripe can't be reached, the refund is due and made later",
	params: v.object({ id }),
	body: refundRequest,
	reply: refundReply,
	headers: {
		[idempotencyHeader]:
			"A unique key of up to 255 characters. Repeated with the same body it returns the first refund; with another body it returns 409",
	},
	errors: ["not_found", "not_refundable", "idempotency_mismatch"],
});

export const retryRefundEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/refund/retry",
	access: "orders",
	status: 201,
	summary:
		"Makes an order's newest refund again that has failed: the same amount, for the same reason",
	params: v.object({ id }),
	reply: refundReply,
	errors: ["not_found", "not_refundable"],
});

export const cancelLineEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/cancel",
	access: "buyer",
	summary:
		"Cancels your paid order that has not been shipped: refunds all that is left of it and returns its pieces to the stock",
	params: v.object({ id }),
	reply: refundReply,
	errors: ["not_found", "not_cancellable"],
});
