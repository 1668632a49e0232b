/** Reads the refunds that Stripe has of a payment. */
import type Stripe from "stripe";
import { callStripe } from "../../platform/stripe.ts";

/** Refunds of a page: Stripe's maximum. */
const pageSize = 100;

/** Maximum number of refunds read, ten pages. Older ones were read when they were new. */
const maxRefunds = 1000;

/** Returns the refunds of a payment, the newest first. Throws Stripe's errors (`payments_*`). */
export function listRefunds(intentId: string): Promise<Stripe.Refund[]> {
	return callStripe((stripe) =>
		stripe.refunds
			.list({ payment_intent: intentId, limit: pageSize })
			.autoPagingToArray({ limit: maxRefunds }),
	);
}
