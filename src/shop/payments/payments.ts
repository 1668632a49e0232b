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

/** A refund that Stripe has made, with the order that the shop made it for. */
interface AllocatableRefund {
	id: string;
	amount: number;
	metadata?: Record<string, string> | null;
}

/**
 * Which order of a payment each refund belongs to: the one in its metadata, or, for a refund made in
 * Stripe's Dashboard, the first orders that still have something to refund. Returns the refunded amount
 * of each order, and the first order of each refund. What is left refunds shipping and tax.
 */
export function allocateRefunds(
	refunds: readonly AllocatableRefund[],
	orders: readonly { id: string; totalCents: number }[],
): { refundedCents: Map<string, number>; orderOf: Map<string, string> } {
	const refundedCents = new Map(orders.map(({ id }) => [id, 0]));
	const orderOf = new Map<string, string>();
	const isNamed = ({ metadata }: AllocatableRefund) => refundedCents.has(metadata?.orderId ?? "");
	for (const refund of [...refunds.filter(isNamed), ...refunds.filter((one) => !isNamed(one))]) {
		let rest = refund.amount;
		for (const { id, totalCents } of orders) {
			if (isNamed(refund) && refund.metadata?.orderId !== id) continue;
			const before = refundedCents.get(id) ?? 0;
			const cents = Math.min(rest, totalCents - before);
			if (cents <= 0) continue;
			refundedCents.set(id, before + cents);
			if (!orderOf.has(refund.id)) orderOf.set(refund.id, id);
			rest -= cents;
		}
	}
	return { refundedCents, orderOf };
}
