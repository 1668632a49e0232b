/** Refunds of orders: what an administrator sends, and which orders of a payment a refund belongs to. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import { maxLengths, multilineText } from "../../values/fields.ts";
import { price } from "../../values/money.ts";
import { lineSchema } from "../orders/lines.ts";
import { refundReasons, refundStatuses } from "./refund-states.ts";

/** What an administrator sends to refund an order. */
export const refundRequest = v.object({
	/** All that is left, if it is missing. */
	amount: v.optional(v.pipe(price(), v.gtValue(0, messages.invalidNumber))),
	reason: v.picklist(refundReasons),
	note: v.optional(multilineText(maxLengths.note)),
	/** Whether to return the order's pieces to the stock, if no earlier refund has. */
	restock: v.optional(v.boolean()),
});
export type RefundRequest = v.InferOutput<typeof refundRequest>;

/** A refund in the API, with its order as it is then. */
export const refundReply = v.object({
	refundId: v.string(),
	amount: v.number(),
	/** `due` while Stripe can't be reached: the shop tries again. */
	status: v.picklist(refundStatuses),
	order: lineSchema,
});
export type RefundReply = v.InferOutput<typeof refundReply>;

/** An order of a payment with its part of the payment, and what was refunded of that or is due. */
export interface RefundableLine {
	id: string;
	paidCents: number;
	doneCents: number;
	dueCents: number;
}

/**
 * Divides a refund made in Stripe's Dashboard over the orders of its payment: the one that its metadata
 * names comes first, then those that still have something to refund, in their order. What is due counts
 * as refunded, unless the rest is too little.
 */
export function allocateRefund(
	{ amount, lineId }: { amount: number; lineId?: string | undefined },
	lines: readonly RefundableLine[],
): { lineId: string; cents: number }[] {
	const inOrder = lines.toSorted(
		(one, other) => Number(other.id === lineId) - Number(one.id === lineId),
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
