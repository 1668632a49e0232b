/** Order lines, which the specification calls orders: their schemas and limits. */

import * as v from "valibot";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import * as messages from "../../messages/messages.ts";
import { id, maxLengths, pastedText, text, timestamp } from "../../values/fields.ts";
import { price } from "../../values/money.ts";
import { soldFields } from "../tools/sold-tool.ts";
import { orderStatuses } from "./order-states.ts";

/** Orders that a list shows at first, and adds with each "more". */
export const ordersPageSize = 25;

/** What a list of orders can be sorted by; `-` means descending. */
export const orderSorts = ["-createdAt", "createdAt", "-totalPrice"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The parcel of an order, as the API shows it with the order. */
export const parcelSchema = v.object({
	/** The shipment's id. */
	_id: v.string(),
	/** Empty if the shop has not entered it. */
	carrier: v.string(),
	trackingNumber: v.string(),
	/** Known carriers have one. */
	trackingUrl: v.exactOptional(v.string()),
});
export type Parcel = v.InferOutput<typeof parcelSchema>;

/** An order in the API, with the specification's names; prices as decimal numbers, times in ISO 8601. */
export const lineSchema = v.object({
	_id: v.string(),
	/** What it is paid with: its own id if it was bought alone. */
	orderId: v.string(),
	/** What people call its order: formatOrderNumber writes it. */
	orderNumber: v.number(),
	UserName: v.string(),
	phone: v.string(),
	address: v.string(),
	name: v.string(),
	email: v.string(),
	price: v.number(),
	totalPrice: v.number(),
	/** What offers take off that, if anything. */
	discountPrice: v.exactOptional(v.number()),
	/** Its part of its order's shipping, if that costs anything. */
	shippingPrice: v.exactOptional(v.number()),
	/** Its part of the tax on top of prices and shipping. */
	taxPrice: v.exactOptional(v.number()),
	/** The tax that its price and its part of shipping include. */
	includedTaxPrice: v.exactOptional(v.number()),
	productCode: v.string(),
	...soldFields,
	quantity: v.number(),
	/** The bundle that it was sold in, and how many of that. */
	bundle: v.exactOptional(
		v.object({ productCode: v.string(), name: v.string(), quantity: v.number() }),
	),
	image: v.string(),
	status: v.picklist(orderStatuses),
	paid: v.boolean(),
	transactionId: v.exactOptional(v.string()),
	/** Set if it was refunded in full. */
	refunded: v.exactOptional(v.literal(true)),
	/** What was refunded of it, if that is only a part. */
	refundedPrice: v.exactOptional(v.number()),
	/** Set while a refund of it is due that Stripe has not made yet. */
	refundDue: v.exactOptional(v.literal(true)),
	/** The amount of its newest refund, if Stripe could not make that. */
	failedRefundPrice: v.exactOptional(v.number()),
	/** Set if it was cancelled after it was paid. */
	cancelled: v.exactOptional(v.literal(true)),
	/** How many of its pieces are to be shipped, if any are. */
	toShip: v.exactOptional(v.number()),
	/** Set while a withdrawal waits to be proved: it is not shipped. */
	withdrawn: v.exactOptional(v.literal(true)),
	/** Set if all of its pieces were returned to the stock. */
	restocked: v.exactOptional(v.literal(true)),
	/** Set while the cardholder's bank disputes the payment, and permanently if the dispute is lost. */
	disputed: v.exactOptional(v.literal(true)),
	/** When an administrator marked it as packed, if so. */
	packedAt: v.exactOptional(timestamp),
	/** The parcel it was shipped in, unless it was shipped without one. */
	shipment: v.exactOptional(parcelSchema),
	/** The partner site that referred the customer. */
	partner: v.exactOptional(v.string()),
	createdAt: timestamp,
	expiresAt: timestamp,
	/** When it last changed, with updatedSince. */
	updatedAt: v.exactOptional(timestamp),
});
export type OrderLine = v.InferOutput<typeof lineSchema>;

/** A line of an order that is paid, with all its lines beside it. */
export const paidOrderSchema = v.object({ ...lineSchema.entries, lines: v.array(lineSchema) });
export type PaidOrder = v.InferOutput<typeof paidOrderSchema>;

/** How many pieces of a tool are ordered. */
export const orderedQuantity = v.pipe(
	v.number(messages.quantityRequired),
	v.safeInteger(messages.orderQuantityWhole),
	v.minValue(1, messages.quantityBelowMinimum),
);

/**
 * The fields that a customer may set on an order. The rest of the specification's payload is accepted
 * and ignored, because the server sets it. A price or total, if sent, must match the shop's.
 */
export const lineRequest = v.object({
	productCode: id,
	quantity: orderedQuantity,
	phone: v.optional(pastedText(maxLengths.phone)),
	address: v.optional(text(maxLengths.address)),
	price: v.optional(price()),
	totalPrice: v.optional(price()),
	partner: v.optional(v.pipe(v.string(), v.regex(partnerPattern, messages.partnerNameInvalid))),
});
export type LineRequest = v.InferOutput<typeof lineRequest>;

/**
 * The purchase form's schema for one tool, with the bounds that the server applies too. Takes the
 * tool's minimum order quantity and its available quantity.
 */
export function purchaseForm(bounds: { minOrderQuantity: number; quantity: number }) {
	return v.object({
		quantity: v.pipe(
			v.number(messages.quantityRequired),
			v.safeInteger(messages.orderQuantityWhole),
			v.maxValue(bounds.quantity, messages.quantityExceeded),
			v.minValue(bounds.minOrderQuantity, messages.quantityBelowMinimum),
		),
		phone: v.pipe(pastedText(maxLengths.phone), v.minLength(1, messages.phoneRequired)),
		address: v.pipe(text(maxLengths.address), v.minLength(1, messages.addressRequired)),
	});
}

/** How long the screen offers to undo shipping an order, in milliseconds. */
export const undoOfferedMs = 10_000;

/** How long the server accepts the undo, in milliseconds: longer than offered, for late clicks and slow networks. */
export const undoAcceptedMs = 30_000;

/**
 * The id of a payment, sent by the browser and checked at Stripe. It becomes part of the URL of a
 * request to Stripe, where dots could change the path.
 */
export const transactionId = v.pipe(v.string(), v.regex(/^\w{1,64}$/));
