/** The endpoints for orders. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { pageQueryEntries } from "../../values/paging.ts";
import { orderRequest, orderSchema } from "./orders.ts";

export const listOrdersEndpoint = endpoint({
	method: "GET",
	path: "/checkout",
	access: "user",
	summary: "Lists your own orders, newest first, each with its lines",
	query: v.object(pageQueryEntries),
	reply: v.array(orderSchema),
});

export const placeOrderEndpoint = endpoint({
	method: "POST",
	path: "/checkout",
	access: "visitor",
	status: 201,
	summary:
		"Places an order of one or more lines, all or none, and reserves their stock until it is paid or expires. An error names every line that can't be placed, such as `lines.0.quantity`. Without a token it's a guest's order: send an e-mail, and get a cookie that opens this order. `gift` names who gets its gift cards by e-mail: at 9:00 of the shop's time zone on `day`, or once it is paid",
	body: orderRequest,
	reply: v.object({ insertedId: v.string(), order: orderSchema }),
	headers: {
		[idempotencyHeader]:
			"A unique key of up to 255 characters, for guests unique for each e-mail. Repeated with the same body it returns the first order, or 409 if that was closed; with another body it returns 409",
	},
	errors: [
		"not_found",
		"out_of_stock",
		"price_changed",
		"too_many_open",
		"last_reserved",
		"order_closed",
		"idempotency_mismatch",
	],
});
