/** Payments: when one pays for an order, and the state of disputes. */

import { toStripeCurrency } from "../../config/currencies.ts";
import { chargedCents } from "../gift-cards/gift-cards.ts";

/** The properties of a Stripe PaymentIntent that decide whether an order is paid. */
export interface IntentFacts {
	id: string;
	status: string;
	amountReceivedCents: number;
	currency: string;
	/** The id of the order that it is for, or of the line, which may be the order's id too. */
	orderId: string | undefined;
}

/** What settling reads of a PaymentIntent. */
export interface PaymentFields {
	id: string;
	status: string;
	amount_received: number;
	currency: string;
	metadata?: { orderId?: string | undefined } | null | undefined;
}

/** The facts of a PaymentIntent from Stripe. */
export function toIntentFacts(intent: PaymentFields): IntentFacts {
	return {
		id: intent.id,
		status: intent.status,
		amountReceivedCents: intent.amount_received,
		currency: intent.currency,
		orderId: intent.metadata?.orderId,
	};
}

/** Whether a PaymentIntent has paid all of the order that gift cards don't. */
export function paysFor(
	intent: IntentFacts,
	order: { id: string; totalCents: number; giftCardCents: number; currency: string },
): boolean {
	return (
		intent.status === "succeeded" &&
		intent.currency === toStripeCurrency(order.currency) &&
		intent.amountReceivedCents === chargedCents(order) &&
		intent.orderId === order.id
	);
}

/**
 * Whether an order with this dispute counts as disputed. It does unless the dispute ended in the
 * merchant's favour; a lost one counts permanently (Stripe API: The Dispute object, status).
 */
export function isDisputeActive(status: string): boolean {
	return !["won", "warning_closed", "prevented"].includes(status);
}
