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
