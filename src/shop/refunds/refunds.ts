/** Refunds of orders: what an administrator sends, and which lines of a payment a refund belongs to. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";
import { id, maxLengths, multilineText } from "../../values/fields.ts";
import { price, toCents } from "../../values/money.ts";
import { giftCardKinds } from "../gift-cards/gift-card-kinds.ts";
import { lineSchema } from "../orders/lines.ts";
import type { LineLeft } from "./divide-refund.ts";
import type { ArrivedLine } from "./piece-shares.ts";
import { refundReasons, refundStatuses } from "./refund-states.ts";

/** What an administrator sends to refund an order or a line. */
export const refundRequest = v.object({
	/** Divided over the lines by what is left of them. All that is left, if it is missing. */
	amount: v.optional(v.pipe(price(), v.gtValue(0, messages.invalidNumber))),
	/** Lines of the order, if not all of them. */
	lines: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(50))),
	/** The shipping that is left of the lines, with its tax, instead of an amount. */
	shipping: v.optional(v.boolean()),
	reason: v.picklist(refundReasons),
	note: v.optional(multilineText(maxLengths.note)),
	/** Whether to return the pieces of the lines to the stock, if no earlier refund has. */
	restock: v.optional(v.boolean()),
	/**
	 * How many pieces of lines to return to the stock before they ship, if not all. Without an amount or lines, it refunds
	 * what they have cost, without shipping.
	 */
	pieces: v.optional(
		v.pipe(
			v.array(v.object({ line: id, quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })),
			v.minLength(1),
			v.maxLength(50),
		),
	),
	/** Whether it becomes store credit: of the account, or of a guest, who gets a code by e-mail. Otherwise it goes back as it was paid. */
	credit: v.optional(v.boolean()),
});
export type RefundRequest = v.InferOutput<typeof refundRequest>;

/** A refund in the API, with its lines as they are then. */
export const refundReply = v.object({
	refundId: v.string(),
	/** With what went onto gift cards, if the order was paid with any. */
	amount: v.number(),
	/** `due` while Stripe can't be reached: the shop tries again. */
	status: v.picklist(refundStatuses),
	/** The first of the lines. */
	order: lineSchema,
	lines: v.array(lineSchema),
});
export type RefundReply = v.InferOutput<typeof refundReply>;

const amounts = v.object({
	itemsPrice: v.number(),
	shippingPrice: v.number(),
	taxPrice: v.number(),
	includedTaxPrice: v.number(),
});

/** What can be refunded of an order: prices. */
export const refundableReply = v.object({
	orderNumber: v.number(),
	/** The customer's. */
	name: v.string(),
	paidPrice: v.number(),
	/** What Stripe has refunded, and what it will. */
	refundedPrice: v.number(),
	duePrice: v.number(),
	/** The ways money goes back, in their order, each up to its price; the last one takes the rest. */
	ways: v.array(
		v.object({
			kind: v.picklist(["stripe", ...giftCardKinds]),
			/** The last letters of the card's code, if it has one. */
			codeEnd: v.exactOptional(v.string()),
			price: v.number(),
		}),
	),
	/** What is left of each line. */
	lines: v.array(
		v.object({
			_id: v.string(),
			name: v.string(),
			quantity: v.number(),
			/** Set if its pieces were returned to the stock. */
			restocked: v.boolean(),
			/** How many of its pieces were, and how many are still to be shipped: some of these can be refunded. */
			restockedPieces: v.number(),
			toShip: v.number(),
			/** What it has paid. */
			paid: amounts,
			...amounts.entries,
		}),
	),
});
export type Refundable = v.InferOutput<typeof refundableReply>;

const toMinorUnits = (lineId: string, prices: v.InferOutput<typeof amounts>): LineLeft => ({
	lineId,
	itemsCents: toCents(prices.itemsPrice),
	shippingCents: toCents(prices.shippingPrice),
	taxCents: toCents(prices.taxPrice),
	includedTaxCents: toCents(prices.includedTaxPrice),
});

/** Converts what is left of a line to minor units. */
export const toLineLeft = (line: Refundable["lines"][number]): LineLeft =>
	toMinorUnits(line._id, line);

/** Returns some pieces of a line that are not shipped, for `divideReturn`. */
export const toPieces = (line: Refundable["lines"][number], received: number): ArrivedLine => ({
	paid: toMinorUnits(line._id, line.paid),
	left: toLineLeft(line),
	quantity: line.quantity,
	before: line.restockedPieces,
	received,
});

/** Whether a refund has succeeded or is still pending (Stripe API: The Refund object, status). */
export function isRefundActive(status: string | null): boolean {
	return status !== "failed" && status !== "canceled";
}

/** A line of a payment with its part of the payment, and what was refunded of that or is due. */
export interface RefundableLine {
	id: string;
	paidCents: number;
	doneCents: number;
	dueCents: number;
}

/**
 * Divides a refund made in Stripe's Dashboard over the lines of its payment: the one that its metadata
 * names comes first, then those that still have something to refund, in their order. What is due counts
 * as refunded, unless the rest is too little.
 */
export function allocateRefund(
	{ amount, lineId }: { amount: number; lineId?: string | undefined },
	lines: readonly RefundableLine[],
): { lineId: string; cents: number }[] {
	const inOrder = lines.toSorted(
		(line, other) => Number(other.id === lineId) - Number(line.id === lineId),
	);
	const shares = new Map<string, number>();
	let rest = amount;
	for (const counted of ["done and due", "done"] as const) {
		for (const { id, paidCents, doneCents, dueCents } of inOrder) {
			const taken = doneCents + (counted === "done" ? 0 : dueCents) + (shares.get(id) ?? 0);
			const cents = Math.min(rest, paidCents - taken);
			if (cents <= 0) continue;
			shares.set(id, (shares.get(id) ?? 0) + cents);
			rest -= cents;
		}
	}
	return [...shares].map(([id, cents]) => ({ lineId: id, cents }));
}
