/** The calls on orders. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { deletedReply, email, id, modifiedReply, searchQuery } from "../fields.ts";
import { pageQueryEntries } from "../paging.ts";
import {
	idempotencyHeader,
	orderRequest,
	orderSchema,
	orderSorts,
	orderStatuses,
	transactionId,
} from "./orders.ts";

export const placeOrderEndpoint = endpoint({
	method: "POST",
	path: "/order",
	access: "user",
	status: 201,
	summary:
		"Orders a tool: takes its stock and holds it until the order is paid or its time is up. A phone or address the profile lacks is kept there",
	body: orderRequest,
	reply: v.object({ insertedId: v.string(), order: orderSchema }),
	headers: {
		[idempotencyHeader]:
			"Of your choosing, up to 255 characters; sent again with the same body, it gives the first order, or 409 once that was closed; with another body it is 409",
	},
	errors: [
		"not_found",
		"out_of_stock",
		"price_changed",
		"too_many_open",
		"order_closed",
		"idempotency_mismatch",
	],
});

export const listOrdersEndpoint = endpoint({
	method: "GET",
	path: "/order",
	access: "user",
	summary: "The orders of an e-mail: one's own, or any, or all, for an administrator",
	query: v.object({
		...pageQueryEntries,
		email: v.optional(email),
		q: v.optional(searchQuery),
		sort: v.optional(v.picklist(orderSorts)),
	}),
	reply: v.array(orderSchema),
	errors: ["forbidden"],
});

export const getOrderEndpoint = endpoint({
	method: "GET",
	path: "/order/{id}",
	access: "user",
	summary: "One order",
	params: v.object({ id }),
	reply: orderSchema,
	errors: ["not_found"],
});

export const payOrderEndpoint = endpoint({
	method: "PATCH",
	path: "/order/{id}",
	access: "user",
	summary: "Marks one's order paid once Stripe confirms that the transaction pays it in full",
	params: v.object({ id }),
	body: v.object({ transactionId }),
	reply: orderSchema,
	errors: [
		"not_found",
		"payment_incomplete",
		"payment_mismatch",
		"order_closed",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});

export const deleteOrderEndpoint = endpoint({
	method: "DELETE",
	path: "/order",
	access: "user",
	summary: "Deletes an unpaid order and gives its stock back",
	query: v.object({ id }),
	reply: deletedReply,
	errors: [
		"not_found",
		"already_paid",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});

export const setStatusEndpoint = endpoint({
	method: "PUT",
	path: "/order",
	access: "admin",
	summary: "Ships a paid order, or takes it back to Pending within 30 seconds",
	query: v.object({ id }),
	body: v.object({ status: v.picklist(orderStatuses) }),
	reply: modifiedReply,
	errors: ["not_found", "not_shippable"],
});
