/** Orders: what was agreed, what may happen to it, what may be asked. */
import * as v from "valibot";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import * as messages from "../../messages.ts";
import { dollars, id, maxLengths, text, timestamp } from "../fields.ts";

export const orderStatuses = ["Pending", "Shipped"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What a list of orders can be sorted by; `-` turns it round. */
/** Orders that a list shows at first, and more with each asking. */
export const ordersPageSize = 25;

export const orderSorts = ["-createdAt", "createdAt", "-totalPrice"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** Why an order is no longer open. */
export const closeReasons = ["deleted", "expired", "refunded"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** An order on the wire, in the specification's names; prices in dollars, times in ISO 8601. */
export const orderSchema = v.object({
	_id: v.string(),
	UserName: v.string(),
	phone: v.string(),
	address: v.string(),
	name: v.string(),
	email: v.string(),
	price: v.number(),
	totalPrice: v.number(),
	productCode: v.string(),
	quantity: v.number(),
	image: v.string(),
	status: v.picklist(orderStatuses),
	paid: v.boolean(),
	transactionId: v.exactOptional(v.string()),
	/** Set where the payment went back to the customer. */
	refunded: v.exactOptional(v.literal(true)),
	/** Set while the cardholder's bank disputes the payment, and for good where that is lost. */
	disputed: v.exactOptional(v.literal(true)),
	/** The site that sent the customer. */
	partner: v.exactOptional(v.string()),
	createdAt: timestamp,
	expiresAt: timestamp,
});
export type Order = v.InferOutput<typeof orderSchema>;

/**
 * What a customer may say of an order. The rest of the specification's payload is accepted and
 * is the server's to say; a price or total that was sent must be the shop's own.
 */
export const orderRequest = v.object({
	productCode: id,
	quantity: v.pipe(
		v.number(messages.quantityRequired),
		v.safeInteger(messages.orderQuantityWhole),
		v.minValue(1, messages.quantityBelowMinimum),
	),
	phone: v.optional(text(maxLengths.phone)),
	address: v.optional(text(maxLengths.address)),
	price: v.optional(dollars()),
	totalPrice: v.optional(dollars()),
	partner: v.optional(v.pipe(v.string(), v.regex(partnerPattern, messages.partnerNameInvalid))),
});
export type OrderRequest = v.InferOutput<typeof orderRequest>;

/**
 * The purchase form's schema for one tool: the same bounds the server applies to its stock.
 * Takes the tool's minimum order quantity and what is available.
 */
export function purchaseForm(bounds: { minOrderQuantity: number; quantity: number }) {
	return v.object({
		quantity: v.pipe(
			v.number(messages.quantityRequired),
			v.safeInteger(messages.orderQuantityWhole),
			v.maxValue(bounds.quantity, messages.quantityExceeded),
			v.minValue(bounds.minOrderQuantity, messages.quantityBelowMinimum),
		),
		phone: v.pipe(text(maxLengths.phone), v.minLength(1, messages.phoneRequired)),
		address: v.pipe(text(maxLengths.address), v.minLength(1, messages.addressRequired)),
	});
}

/** Total of an order in cents. */
export function totalCents(unitPriceCents: number, quantity: number): number {
	return unitPriceCents * quantity;
}

/** Whether the customer may still pay: not paid and the hold has not run out. `now` in UTC milliseconds. */
export function awaitsPayment(
	order: Pick<Order, "paid" | "expiresAt" | "refunded">,
	now: number,
): boolean {
	return !order.paid && !order.refunded && Date.parse(order.expiresAt) > now;
}

/** The specification's colour of a status: Pending is an error only once it is paid for. */
export function statusTone(order: Pick<Order, "paid" | "status">): "error" | "success" {
	return order.paid && order.status === "Pending" ? "error" : "success";
}

/** Header that makes a repeated POST /order give the first order again. */
export const idempotencyHeader = "Idempotency-Key";

/** Longest Idempotency-Key taken, in characters: as long as Stripe's (Stripe API: Idempotent requests). */
export const maxIdempotencyKeyLength = 255;

/** Whether an administrator may ship it: paid for, not on its way yet, and the money neither back nor disputed. */
export function canShip(order: Pick<Order, "paid" | "status" | "refunded" | "disputed">): boolean {
	return order.paid && order.status === "Pending" && !order.refunded && !order.disputed;
}

/** How long an administrator is offered to undo shipping an order, in milliseconds. */
export const undoOfferedMs = 10_000;

/** How long the shop takes it: longer than it is offered, for clicks at the last moment and slow networks. */
export const undoAcceptedMs = 30_000;

/**
 * The id of a payment, as the browser names it; whether Stripe knows it is Stripe's to say. It stands
 * in the address Stripe is asked at, where dots would lead to something else.
 */
export const transactionId = v.pipe(v.string(), v.regex(/^\w{1,64}$/));
