/** Payments: what the shop asks of a card payment. */

/** The only currency the shop takes, as Stripe writes it. */
export const currency = "usd";

/** The facts of a Stripe PaymentIntent that decide whether an order is paid. */
export interface IntentFacts {
	id: string;
	status: string;
	amountReceivedCents: number;
	currency: string;
	orderId: string | undefined;
}

/** Whether an intent pays an order of `totalCents` in full. */
export function paysFor(intent: IntentFacts, order: { id: string; totalCents: number }): boolean {
	return (
		intent.status === "succeeded" &&
		intent.currency === currency &&
		intent.amountReceivedCents === order.totalCents &&
		intent.orderId === order.id
	);
}

/** The events of Stripe's that the shop hears: what its webhook has to be set up for, by name. */
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

/** Whether an event is one that the shop hears. */
export function isWebhookEvent(type: string): type is (typeof webhookEvents)[number] {
	return webhookEvents.some((one) => one === type);
}

/** Whether a refund's money went back, or is on its way (Stripe API: The Refund object, status). */
export function isRefundActive(status: string | null): boolean {
	return status !== "failed" && status !== "canceled";
}

/**
 * Whether a dispute keeps an order disputed: all do but those that ended for the merchant. One that
 * is lost does for good (Stripe API: The Dispute object, status).
 */
export function isDisputeActive(status: string): boolean {
	return !["won", "warning_closed", "prevented"].includes(status);
}
