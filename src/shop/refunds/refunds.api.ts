/** The endpoints for refunds of orders. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { refundableReply, refundReply, refundRequest } from "./refunds.ts";

export const refundOrderEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/refund",
	access: "orders",
	status: 201,
	summary:
		"Refunds a paid order or one of its lines, in full or in part, and can return items to stock: everything that's left, an amount, or the shipping; of an order, all lines or some. While Stripe can't be reached, the refund is due and made later",
	params: v.object({ id }),
	body: refundRequest,
	reply: refundReply,
	headers: {
		[idempotencyHeader]:
			"A unique key of up to 255 characters. Repeated with the same body it returns the first refund; with another body it returns 409",
	},
	errors: ["not_found", "not_refundable", "idempotency_mismatch"],
});

export const refundableEndpoint = endpoint({
	method: "GET",
	path: "/order/{id}/refund",
	access: "orders",
	summary: "Gets what was paid for an order, what was refunded, and what is left of each line",
	params: v.object({ id }),
	reply: refundableReply,
	errors: ["not_found"],
});

export const retryRefundEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/refund/retry",
	access: "orders",
	status: 201,
	summary:
		"Retries the newest failed refund of an order or a line: the same amount, for the same reason",
	params: v.object({ id }),
	reply: refundReply,
	errors: ["not_found", "not_refundable"],
});

export const cancelOrderEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/cancel",
	access: "buyer",
	summary:
		"Cancels what hasn't shipped of your paid order, or one of its lines: refunds everything that's left of it and returns its items to stock",
	params: v.object({ id }),
	reply: refundReply,
	errors: ["not_found", "not_cancellable"],
});
