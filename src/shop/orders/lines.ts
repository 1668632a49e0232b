/** Orders: their schemas, statuses and rules. */

import * as v from "valibot";
import { partnerPattern } from "../../../widgets/src/partner.ts";
import * as messages from "../../messages.ts";
import { id, maxLengths, text, timestamp } from "../../values/fields.ts";
import { price, toCents, toPrice } from "../../values/money.ts";
import { isPaid, type OrderState, orderStateOf, orderStatuses } from "./order-states.ts";
import { parcelSchema } from "./parcel.ts";
import type { PaidParts } from "./tax.ts";

/** Orders that a list shows at first, and adds with each "more". */
export const ordersPageSize = 25;

/** What a list of orders can be sorted by; `-` means descending. */
export const orderSorts = ["-createdAt", "createdAt", "-totalPrice"] as const;
export type OrderSort = (typeof orderSorts)[number];

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
	/** Its part of its order's shipping, if that costs anything. */
	shippingPrice: v.exactOptional(v.number()),
	/** Its part of the tax on top of prices and shipping. */
	taxPrice: v.exactOptional(v.number()),
	/** The tax that its price and its part of shipping include. */
	includedTaxPrice: v.exactOptional(v.number()),
	productCode: v.string(),
	quantity: v.number(),
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
	/** Set if its pieces were returned to the stock with a refund. */
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

/**
 * The fields that a customer may set on an order. The rest of the specification's payload is accepted
 * and ignored, because the server sets it. A price or total, if sent, must match the shop's.
 */
export const lineRequest = v.object({
	productCode: id,
	quantity: v.pipe(
		v.number(messages.quantityRequired),
		v.safeInteger(messages.orderQuantityWhole),
		v.minValue(1, messages.quantityBelowMinimum),
	),
	phone: v.optional(text(maxLengths.phone)),
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
		phone: v.pipe(text(maxLengths.phone), v.minLength(1, messages.phoneRequired)),
		address: v.pipe(text(maxLengths.address), v.minLength(1, messages.addressRequired)),
	});
}

/** Total of an order, in minor units as the unit price. */
export function totalCents(unitPriceCents: number, quantity: number): number {
	return unitPriceCents * quantity;
}

/** Whether the customer can pay: not paid, not refunded, not expired. `now` in UTC milliseconds. */
export function awaitsPayment(
	line: Pick<OrderLine, "paid" | "expiresAt" | "refunded">,
	now: number,
): boolean {
	return !line.paid && !line.refunded && Date.parse(line.expiresAt) > now;
}

/** The specification's colour of a status: Pending has the error colour only once the order is paid. */
export function statusTone(line: Pick<OrderLine, "paid" | "status">): "error" | "success" {
	return line.paid && line.status === "Pending" ? "error" : "success";
}

/** The part of an order that tells its state. */
export type LineFlags = Pick<
	OrderLine,
	| "paid"
	| "refunded"
	| "refundedPrice"
	| "refundDue"
	| "failedRefundPrice"
	| "cancelled"
	| "restocked"
	| "disputed"
>;

/** The columns that tell the state of an order. */
interface FlagColumns {
	transactionId: string | null;
	closedAt: Date | null;
	closeReason: string | null;
	refundedAt: Date | null;
	refundedCents: number;
	refundDueCents: number;
	refundFailedCents: number;
	cancelledAt: Date | null;
	restockedAt: Date | null;
	disputedAt: Date | null;
}

/** Converts the state of an order to the API's format. */
export function toFlags(row: FlagColumns): LineFlags {
	const isRefunded = row.closeReason === "refunded" || row.refundedAt !== null;
	return {
		paid: isPaid(row),
		...(isRefunded && { refunded: true }),
		...(!isRefunded && row.refundedCents > 0 && { refundedPrice: toPrice(row.refundedCents) }),
		...(row.refundDueCents > 0 && { refundDue: true }),
		...(!isRefunded &&
			row.refundFailedCents > 0 && { failedRefundPrice: toPrice(row.refundFailedCents) }),
		...(row.cancelledAt && { cancelled: true }),
		...(row.restockedAt && { restocked: true }),
		...(row.disputedAt && { disputed: true }),
	};
}

/** What customers and administrators read of a line's state. */
export const publicStates = [
	"Unpaid",
	...orderStatuses,
	"Cancelled",
	"Refunded",
	"Partly refunded",
	"Disputed",
] as const;
export type PublicState = (typeof publicStates)[number];

const stateNames: Record<OrderState, PublicState> = {
	...{ unpaid: "Unpaid", processing: "Unpaid", expired: "Unpaid" },
	...{ paid: "Pending", partlyShipped: "Pending", shipped: "Shipped" },
	...{ cancelled: "Cancelled", refunded: "Refunded", disputed: "Disputed" },
};

/** The public state of a line. */
export function publicState(line: LineFlags & Pick<OrderLine, "status">): PublicState {
	const name = stateNames[orderStateOf([line])];
	const isPartlyRefunded = line.refundedPrice !== undefined && line.paid;
	return isPartlyRefunded && (name === "Pending" || name === "Shipped") ? "Partly refunded" : name;
}

/**
 * Whether an administrator can ship the line: its public state is Pending. Nor can one whose refund is due,
 * or whose pieces are back in stock.
 */
export function canShip(line: LineFlags & Pick<OrderLine, "status">): boolean {
	return publicState(line) === "Pending" && !line.refundDue && !line.restocked;
}

/**
 * Whether an administrator can add a carrier and a tracking number to the order: it was shipped without
 * a parcel, and is not refunded. `isShippedAlone` in shipments.server.ts is the same in SQL.
 */
export function canAddTracking(
	line: Pick<OrderLine, "paid" | "status" | "shipment" | "refunded">,
): boolean {
	return line.paid && line.status === "Shipped" && !line.shipment && !line.refunded;
}

/** Whether an administrator can refund the order: something is left, and nothing is due or disputed. */
export function canRefund(line: LineFlags): boolean {
	return line.paid && !line.refunded && !line.refundDue && !line.disputed;
}

/** Whether its customer can cancel the order: it can be refunded and was not shipped. */
export function canCancel(line: LineFlags & Pick<OrderLine, "status">): boolean {
	return canRefund(line) && line.status === "Pending" && !line.cancelled;
}

/** The parts of what an order costs, in minor units. */
export function partsOfLine({
	totalPrice,
	shippingPrice = 0,
	taxPrice = 0,
	includedTaxPrice = 0,
}: Pick<OrderLine, "totalPrice" | "shippingPrice" | "taxPrice" | "includedTaxPrice">): PaidParts {
	return {
		itemsCents: toCents(totalPrice),
		shippingCents: toCents(shippingPrice),
		taxCents: toCents(taxPrice),
		includedTaxCents: toCents(includedTaxPrice),
	};
}

/** What is left of what an order has paid, with its part of shipping and tax, as a price. */
export function refundableRest(
	line: Parameters<typeof partsOfLine>[0] & Pick<OrderLine, "refundedPrice">,
): number {
	const { itemsCents, shippingCents, taxCents } = partsOfLine(line);
	return toPrice(itemsCents + shippingCents + taxCents - toCents(line.refundedPrice ?? 0));
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
