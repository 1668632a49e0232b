/** Payments: when one pays for an order, and the state of refunds and disputes. */

/** A currency as Stripe writes it. */
export function toStripeCurrency(code: string): string {
	return code.toLowerCase();
}

/** The properties of a Stripe PaymentIntent that decide whether an order is paid. */
export interface IntentFacts {
	id: string;
	status: string;
	amountReceivedCents: number;
	currency: string;
	/** The id of the checkout that it is for, or of the order, which may be the checkout's id too. */
	checkoutId: string | undefined;
}

/** Whether a PaymentIntent has paid the checkout in full. */
export function paysFor(
	intent: IntentFacts,
	checkout: { id: string; totalCents: number; currency: string },
): boolean {
	return (
		intent.status === "succeeded" &&
		intent.currency === toStripeCurrency(checkout.currency) &&
		intent.amountReceivedCents === checkout.totalCents &&
		intent.checkoutId === checkout.id
	);
}

/** The event types that the shop handles. The webhook endpoint at Stripe must be subscribed to them. */
export const webhookEvents = [
	"payment_intent.succeeded",
	"charge.refunded",
	"refund.created",
	"refund.updated",
	"refund.failed",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.dispute.closed",
	"charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
] as const;

/** Whether the shop handles events of this type. */
export function isWebhookEvent(type: string): type is (typeof webhookEvents)[number] {
	return webhookEvents.some((known) => known === type);
}

/** Whether a refund has succeeded or is still pending (Stripe API: The Refund object, status). */
export function isRefundActive(status: string | null): boolean {
	return status !== "failed" && status !== "canceled";
}

/**
 * Whether an order with this dispute counts as disputed. It does unless the dispute ended in the
 * merchant's favour; a lost one counts permanently (Stripe API: The Dispute object, status).
 */
export function isDisputeActive(status: string): boolean {
	return !["won", "warning_closed", "prevented"].includes(status);
}
