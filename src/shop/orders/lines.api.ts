/** The endpoints for orders. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import {
	deletedReply,
	email,
	id,
	insertedReply,
	modifiedReply,
	searchQuery,
} from "../../values/fields.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { pageQueryEntries, updatedSince } from "../../values/paging.ts";
import { lineRequest, lineSchema, orderSorts, paidOrderSchema, transactionId } from "./lines.ts";
import { orderNote } from "./order-note.ts";
import { orderStatuses } from "./order-states.ts";

export const placeLineEndpoint = endpoint({
	method: "POST",
	path: "/order",
	access: "user",
	status: 201,
	summary:
		"Places an order and reserves its stock until it is paid or expires. Saves a phone or address that the profile lacks. A shop with shipping costs, or tax by the address, answers 409: use POST /checkout there",
	body: lineRequest,
	reply: v.object({ insertedId: v.string(), order: lineSchema }),
	headers: {
		[idempotencyHeader]:
			"A unique key of up to 255 characters. Repeated with the same body it returns the first order, or 409 if that order was closed; with another body it returns 409",
	},
	errors: [
		"not_found",
		"out_of_stock",
		"price_changed",
		"checkout_required",
		"too_many_open",
		"last_reserved",
		"order_closed",
		"idempotency_mismatch",
	],
});

export const listLinesEndpoint = endpoint({
	method: "GET",
	path: "/order",
	access: "user",
	summary:
		"Lists your own orders by your e-mail; administrators can list the orders of any e-mail, or all",
	query: v.object({
		...pageQueryEntries,
		email: v.optional(email),
		orderId: v.optional(id),
		q: v.optional(searchQuery),
		sort: v.optional(v.picklist(orderSorts)),
		updatedSince,
	}),
	reply: v.array(lineSchema),
	errors: ["forbidden"],
});

export const listBoughtToolsEndpoint = endpoint({
	method: "GET",
	path: "/bought",
	access: "user",
	summary:
		"Lists the tools that you have paid for without a refund, each once, the latest order first: a hundred at most",
	reply: v.array(v.object({ id: v.string(), name: v.string() })),
});

export const getLineEndpoint = endpoint({
	method: "GET",
	path: "/order/{id}",
	access: "buyer",
	summary: "Gets an order",
	params: v.object({ id }),
	reply: lineSchema,
	errors: ["not_found"],
});

export const payOrderEndpoint = endpoint({
	method: "PATCH",
	path: "/order/{id}",
	access: "buyer",
	summary:
		"Marks your order as paid once Stripe confirms payment in full. `id` is that of the order or of one of its lines: all of them are paid together. Replies the line of that id, or the first, and all in `lines`",
	params: v.object({ id }),
	body: v.object({ transactionId }),
	reply: paidOrderSchema,
	errors: [
		"not_found",
		"payment_incomplete",
		"payment_processing",
		"payment_mismatch",
		"order_closed",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});

export const deleteLineEndpoint = endpoint({
	method: "DELETE",
	path: "/order",
	access: "buyer",
	summary: "Deletes an unpaid order and releases its stock",
	query: v.object({ id }),
	reply: deletedReply,
	errors: [
		"not_found",
		"already_paid",
		"payment_processing",
		"payments_failed",
		"payments_unavailable",
		"payments_timeout",
	],
});

export const setPackedEndpoint = endpoint({
	method: "PUT",
	path: "/order/{id}/packed",
	access: "shipping",
	summary: "Marks a paid order as packed before it ships, or undoes that; sends no e-mail",
	params: v.object({ id }),
	body: v.object({ packed: v.boolean() }),
	reply: modifiedReply,
	errors: ["not_found", "not_shippable"],
});

export const addOrderNoteEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/note",
	access: "orders",
	status: 201,
	summary: "Adds a note for administrators to an order; it can't be changed",
	params: v.object({ id }),
	body: orderNote,
	reply: insertedReply,
	errors: ["not_found"],
});

export const setStatusEndpoint = endpoint({
	method: "PUT",
	path: "/order",
	access: "shipping",
	summary: "Ships a paid order, or undoes that within 30 seconds",
	query: v.object({ id }),
	body: v.object({ status: v.picklist(orderStatuses) }),
	reply: modifiedReply,
	errors: ["not_found", "not_shippable"],
});
