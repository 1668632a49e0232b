/** The endpoints by which staff change an order, enter one, and send its e-mails again. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, modifiedReply } from "../../values/fields.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import {
	deliveryChange,
	deliveryChanged,
	newLine,
	phoneOrderRequest,
	resentMails,
} from "./order-changes.ts";
import { orderSchema } from "./orders.ts";

const paymentErrors = [
	"payment_processing",
	"payments_failed",
	"payments_unavailable",
	"payments_timeout",
] as const;

export const changeDeliveryEndpoint = endpoint({
	method: "PATCH",
	path: "/order/{id}/delivery",
	access: "orders",
	summary:
		"Changes the name, phone and address of an order that is not shipped, and the e-mail of a guest's order, whose earlier link stops working. The customer gets an e-mail. If shipping or tax differ at that address, nothing is stored unless totalPrice is the new total: an unpaid order is then repriced, a paid one stays as it was paid",
	params: v.object({ id }),
	body: deliveryChange,
	reply: deliveryChanged,
	errors: ["not_found", "order_closed", "already_shipped", ...paymentErrors],
});

export const setLineEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/line",
	access: "orders",
	status: 201,
	summary:
		"Adds a tool to an unpaid order at its current price, or changes a line's quantity, and reprices the order; any payment already started is canceled. DELETE /order removes a line",
	params: v.object({ id }),
	body: newLine,
	reply: v.object({ insertedId: v.string(), totalPrice: v.number() }),
	errors: ["not_found", "out_of_stock", "already_paid", "order_closed", ...paymentErrors],
});

export const resendMailEndpoint = endpoint({
	method: "POST",
	path: "/order/{id}/mail",
	access: "orders",
	summary: "Sends an order's e-mail again, each kind at most once in five minutes",
	params: v.object({ id }),
	body: v.object({ mail: v.picklist(resentMails) }),
	reply: modifiedReply,
	errors: ["not_found", "no_mail", "too_many"],
});

export const placePhoneOrderEndpoint = endpoint({
	method: "POST",
	path: "/order/phone",
	access: "orders",
	status: 201,
	summary:
		"Places a phone order for a customer, and reserves its stock for longer. It goes to the account that has verified the e-mail; otherwise it's a guest's. With sendsLink the customer gets an e-mail with the link to pay",
	body: phoneOrderRequest,
	reply: v.object({ insertedId: v.string(), order: orderSchema }),
	headers: {
		[idempotencyHeader]: "A unique key of up to 255 characters, as for POST /checkout",
	},
	errors: [
		"not_found",
		"out_of_stock",
		"price_changed",
		"account_blocked",
		"order_closed",
		"idempotency_mismatch",
	],
});
